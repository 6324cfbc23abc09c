/* The screen: verdict, pipeline, panes and panels, laid out by the width of the viewer itself. */

import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useModel } from '../model';
import { visible } from '../lib/format';
import { DetailsPane } from './details';
import { onKey } from './keyboard';
import { Keys } from './keys';
import { Panels } from './panels';
import { Section } from './parts/say';
import { Hidden, Peek, type Side } from './peek';
import { Pipeline } from './pipeline';
import { Search } from './search';
import { SourcePane } from './source';
import { StagePane } from './stage';
import { useTheme } from './theme';
import { Verdict } from './verdict';

/** Four columns, two, or one. */
export type Width = 'wide' | 'medium' | 'narrow';
type Place = 'source' | 'stage' | 'details' | 'panels';

const WIDE = 1100;
const MEDIUM = 700;

export function App() {
  const model = useModel();
  const { state, refused } = model;
  const root = useRef<HTMLElement>(null);
  const width = useSignal<Width>('wide');
  useTheme(root);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.contentRect.width ?? 0;
      if (size > 0) width.value = size >= WIDE ? 'wide' : size >= MEDIUM ? 'medium' : 'narrow';
    });
    if (root.current) observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  useFocusBack(root, state.overlay.value !== null);
  if (refused.value !== null) {
    return (
      <main ref={root} class="ce" tabIndex={-1}>
        <div class="ce-empty ce-broken" role="alert">
          <strong>This report cannot be shown</strong>
          <p>{visible(refused.value)}</p>
        </div>
      </main>
    );
  }
  return (
    <main
      ref={root}
      class="ce"
      aria-label="Compile explorer"
      tabIndex={-1}
      data-width={width.value}
      data-setting={state.setting}
      onKeyDown={(event) => {
        if (!onKey(model, event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Section what="The verdict">
        <Verdict />
      </Section>
      <Section what="The pipeline">
        <Pipeline />
      </Section>
      <Panes width={width.value} />
      {width.value !== 'narrow' && <Panels />}
      {state.overlay.value === 'search' && (
        <Section what="Search">
          <Search />
        </Section>
      )}
      {state.overlay.value === 'keys' && <Keys />}
    </main>
  );
}

/** Closing search or the list of keys takes their focus away: the viewer has it again, and hears keys. */
function useFocusBack(root: RefObject<HTMLElement | null>, open: boolean): void {
  const before = useRef(open);
  useEffect(() => {
    const closed = before.current && !open;
    before.current = open;
    if (closed && !root.current?.contains(document.activeElement)) root.current?.focus({ preventScroll: true });
  }, [open]);
}

function Panes({ width }: { readonly width: Width }) {
  const side = useSignal<Side>('A');
  const place = useSignal<Place>('source');
  const { alone } = useModel().state;
  if (alone.value !== null && width !== 'narrow') {
    return (
      <div class="ce-panes ce-alone">
        <Stage at={alone.value} key={alone.value} />
        {width === 'wide' && <Details />}
      </div>
    );
  }
  if (width === 'wide') {
    return (
      <div class="ce-panes">
        <Source />
        <Stage at={0} />
        <Stage at={1} />
        <Details />
      </div>
    );
  }
  if (width === 'medium') {
    return (
      <div class="ce-panes">
        <Source />
        <div class="ce-side">
          <SideTabs value={side.value} onChange={(value) => (side.value = value)} />
          <SidePane side={side.value} />
          <Hidden side={side.value} onOpen={(value) => (side.value = value)} />
        </div>
      </div>
    );
  }
  const go = (where: 'source' | 'stage' | 'details') => (place.value = where);
  return (
    <>
      <PlaceTabs value={place.value} onChange={(value) => (place.value = value)} />
      <div class="ce-panes">
        {place.value === 'source' && <Source />}
        {place.value === 'stage' && (
          <div class="ce-side">
            <SideTabs
              value={side.value === 'details' ? 'A' : side.value}
              onChange={(value) => (side.value = value)}
              short
            />
            <SidePane side={side.value === 'B' ? 'B' : 'A'} />
          </div>
        )}
        {place.value === 'details' && <Details />}
        {place.value === 'panels' && <Panels />}
      </div>
      {place.value !== 'details' && <Peek onOpen={go} />}
    </>
  );
}

function SidePane({ side }: { readonly side: Side }) {
  return side === 'details' ? <Details /> : <Stage at={side === 'A' ? 0 : 1} key={side} />;
}

function SideTabs(props: { value: Side; onChange: (value: Side) => void; short?: boolean }) {
  const model = useModel();
  const titles: readonly (readonly [Side, string])[] = [
    ['A', 'A'],
    ['B', 'B'],
    ...(props.short ? [] : ([['details', 'Details']] as const)),
  ];
  return (
    <div class="ce-side-tabs" role="tablist" aria-label="Pane">
      {titles.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={props.value === name}
          onClick={() => {
            props.onChange(name);
            if (name !== 'details') model.state.active.value = name === 'A' ? 0 : 1;
          }}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function PlaceTabs(props: { value: Place; onChange: (value: Place) => void }) {
  const places: readonly (readonly [Place, string])[] = [
    ['source', 'Source'],
    ['stage', 'Stage'],
    ['details', 'Details'],
    ['panels', 'Panels'],
  ];
  return (
    <div class="ce-places" role="tablist" aria-label="Shown">
      {places.map(([name, title]) => (
        <button
          key={name}
          type="button"
          role="tab"
          aria-selected={props.value === name}
          onClick={() => props.onChange(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

function Source() {
  return (
    <Section what="The source">
      <SourcePane />
    </Section>
  );
}

function Stage({ at }: { readonly at: 0 | 1 }) {
  return (
    <Section what={`Stage ${at === 0 ? 'A' : 'B'}`}>
      <StagePane at={at} />
    </Section>
  );
}

function Details() {
  return (
    <Section what="The details">
      <DetailsPane />
    </Section>
  );
}
