/* The panels at the foot: tabs, and the open one, of a height that is remembered. */

import { useRef } from 'preact/hooks';
import { togglePanel } from '../../actions';
import { whole } from '../../lib/format';
import { useModel } from '../../model';
import { Icon } from '../parts/icon';
import { Section } from '../parts/say';
import { PANELS, type Panel } from '../index';

const LEAST = 100;
const MOST = 900;

export function Panels() {
  const model = useModel();
  const { state } = model;
  const open = PANELS.find((panel) => panel.name === state.panel.value) ?? null;
  const Head = open?.Head;
  return (
    <section class="ce-panels" aria-label="Panels">
      {open && <Grip />}
      <div class="ce-tabs">
        <div
          role="tablist"
          aria-label="Panels"
          onKeyDown={(event) => walk(event, open, (name) => (state.panel.value = name))}
        >
          {PANELS.map((panel, at) => (
            <button
              key={panel.name}
              type="button"
              role="tab"
              class="ce-tab"
              id={`ce-tab-${panel.name}`}
              aria-selected={panel === open}
              aria-controls="ce-panel"
              tabIndex={panel === (open ?? PANELS[0]) ? 0 : -1}
              title={`${panel.title} (${at + 1})`}
              onClick={() => togglePanel(model, panel.name)}
            >
              {panel.title}
              {panel.count && <span class="ce-count">{whole(panel.count(model))}</span>}
            </button>
          ))}
        </div>
        <span class="ce-spring" />
        {Head && <Head />}
        {open && (
          <button type="button" class="ce-ibtn" title="Close the panel" onClick={() => (state.panel.value = null)}>
            <Icon name="down" />
            <span class="ce-sr">Close the panel</span>
          </button>
        )}
      </div>
      {open && (
        <div
          id="ce-panel"
          class="ce-panel-body"
          role="tabpanel"
          tabIndex={-1}
          aria-labelledby={`ce-tab-${open.name}`}
          style={{ '--ce-panel-height': `${state.panelHeight.value}px` }}
        >
          <Section key={open.name} what={open.title}>
            <open.View />
          </Section>
        </div>
      )}
    </section>
  );
}

/** The arrows walk the tabs, as a tab list does. */
function walk(event: KeyboardEvent, open: Panel | null, choose: (name: string) => void): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined) return;
  const at = open ? PANELS.indexOf(open) : 0;
  const next = PANELS[(at + by + PANELS.length) % PANELS.length]!;
  choose(next.name);
  (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`#ce-tab-${next.name}`)?.focus();
  event.preventDefault();
  event.stopPropagation();
}

/** The upper edge: drag it, or move it with the arrows. */
function Grip() {
  const { state } = useModel();
  const from = useRef<readonly [number, number] | null>(null);
  const set = (height: number) => (state.panelHeight.value = Math.min(Math.max(height, LEAST), MOST));
  return (
    <div
      class="ce-grip"
      role="separator"
      aria-orientation="horizontal"
      aria-label="Height of the panel"
      aria-valuenow={state.panelHeight.value}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      tabIndex={0}
      onKeyDown={(event) => {
        const by = { ArrowUp: 20, ArrowDown: -20 }[event.key];
        if (by === undefined) return;
        set(state.panelHeight.value + by);
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        from.current = [event.clientY, state.panelHeight.value];
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => from.current && set(from.current[1] + from.current[0] - event.clientY)}
      onPointerUp={() => (from.current = null)}
    />
  );
}
