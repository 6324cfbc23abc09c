/* Search over everything: the panes behind follow the hit that the keyboard stands on. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { openEntity } from '../../actions';
import { plural, visible } from '../../lib/format';
import { hover, select, useModel } from '../../model';
import { GraphChip } from '../parts/chip';
import { Icon } from '../parts/icon';
import { search, type Hit, type Kind } from './hits';

const FEW = 3;
const MANY = 100;

export function Search() {
  const model = useModel();
  const { report, index, numbers, state } = model;
  const [kind, setKind] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const query = state.query.value;
  const kinds = useMemo(() => search(report.value, index.value, numbers.value, query), [index.value, query]);
  const shown = kind === null ? kinds : kinds.filter((one) => one.name === kind);
  const rows = shown.flatMap((one) => one.hits.slice(0, kind === null ? FEW : MANY));
  const total = kinds.reduce((sum, one) => sum + one.hits.length, 0);
  const here = rows[Math.min(at, rows.length - 1)];
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    hover(model, here ? [here.ref] : []);
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    return () => hover(model, []);
  }, [here?.ref]);
  const choose = (hit: Hit, alone: boolean) => {
    select(model, [hit.ref]);
    if (hit.compile !== null) state.compile.value = hit.compile;
    const entity = index.value.get(hit.ref);
    if (entity) openEntity(model, entity);
    if (alone) state.host.openMain?.();
    state.overlay.value = null;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, rows.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Enter' && here) choose(here, event.altKey);
    else if (event.key === 'Tab' && kinds.length > 0) {
      const names = [null, ...kinds.map((one) => one.name)];
      const next = (names.indexOf(kind) + (event.shiftKey ? -1 : 1) + names.length) % names.length;
      setKind(names[next]!);
      setAt(0);
    } else if (event.key === 'Escape') state.overlay.value = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  let row = -1;
  return (
    <div class="ce-overlay" onClick={(event) => event.target === event.currentTarget && (state.overlay.value = null)}>
      <div
        class="ce-card ce-search"
        role="dialog"
        aria-modal="true"
        aria-label="Search everything"
        onKeyDown={onKeyDown}
      >
        <div class="ce-search-head">
          <Icon name="search" />
          <input
            ref={input}
            type="text"
            role="combobox"
            aria-expanded={rows.length > 0}
            aria-controls="ce-hits"
            aria-activedescendant={here ? `ce-hit-${rows.indexOf(here)}` : undefined}
            aria-label="Search everything"
            placeholder="silu, line:25, graph:2 …"
            value={query}
            onInput={(event) => {
              state.query.value = event.currentTarget.value;
              setAt(0);
            }}
          />
          <span class="ce-note" role="status">
            {query && `${plural(total, 'result')} in ${plural(kinds.length, 'kind')}`}
          </span>
          <button type="button" class="ce-key-button" onClick={() => (state.overlay.value = null)}>
            <kbd>Esc</kbd>
          </button>
        </div>
        {kinds.length > 0 && (
          <div class="ce-search-kinds" role="group" aria-label="Kinds">
            <Chip on={kind === null} label="Everything" count={total} onPress={() => setKind(null)} />
            {kinds.map((one) => (
              <Chip
                key={one.name}
                on={kind === one.name}
                label={one.title}
                count={one.hits.length}
                onPress={() => setKind(one.name)}
              />
            ))}
          </div>
        )}
        <div ref={list} id="ce-hits" class="ce-hits" role="listbox" aria-label="Results">
          {query && total === 0 && <p class="ce-note ce-pad">Nothing has this name or text.</p>}
          {shown.map((one) => (
            <KindRows key={one.name} kind={one} all={kind !== null} onMore={() => setKind(one.name)}>
              {one.hits.slice(0, kind === null ? FEW : MANY).map((hit) => {
                row += 1;
                const own = row;
                return (
                  <HitRow
                    key={`${hit.ref} ${own}`}
                    id={`ce-hit-${own}`}
                    hit={hit}
                    here={hit === here}
                    onPoint={() => setAt(own)}
                    onPress={(alone) => choose(hit, alone)}
                  />
                );
              })}
            </KindRows>
          ))}
        </div>
        <div class="ce-search-foot">
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> select in all panes <kbd>Tab</kbd> next kind
        </div>
      </div>
    </div>
  );
}

function Chip(props: { on: boolean; label: string; count: number; onPress: () => void }) {
  return (
    <button type="button" class="ce-fchip" tabIndex={-1} aria-pressed={props.on} onClick={props.onPress}>
      {props.label} <i>{props.count}</i>
    </button>
  );
}

function KindRows(props: { kind: Kind; all: boolean; onMore: () => void; children: preact.ComponentChildren }) {
  const { kind, all, onMore, children } = props;
  const left = kind.hits.length - (all ? MANY : FEW);
  return (
    <div role="group" aria-label={kind.title}>
      <p class="ce-hits-head" aria-hidden="true">
        {kind.title} <span class="ce-note">{kind.hits.length}</span>
      </p>
      {children}
      {left > 0 && !all && (
        <div role="option" aria-selected={false} class="ce-link ce-more" onClick={onMore}>
          {left} more
        </div>
      )}
    </div>
  );
}

interface HitRowProps {
  readonly id: string;
  readonly hit: Hit;
  readonly here: boolean;
  readonly onPoint: () => void;
  readonly onPress: (alone: boolean) => void;
}

function HitRow({ id, hit, here, onPoint, onPress }: HitRowProps) {
  return (
    <div
      id={id}
      class="ce-hit"
      role="option"
      aria-selected={here}
      onMouseMove={onPoint}
      onClick={(event) => onPress(event.altKey)}
    >
      <GraphChip compile={hit.compile} />
      <span class="ce-hit-text">
        <Lit text={hit.text} ranges={hit.ranges} />
      </span>
      <span class="ce-note">{visible(hit.where)}</span>
    </div>
  );
}

/** A text with its matches lit. */
function Lit({ text, ranges }: { readonly text: string; readonly ranges: Hit['ranges'] }) {
  const start = Math.max(0, (ranges[0]?.[0] ?? 0) - 60);
  const parts = [start > 0 ? '…' : ''] as preact.ComponentChild[];
  let at = start;
  for (const [from, to] of ranges) {
    if (from < at) continue;
    parts.push(visible(text.slice(at, from)), <mark key={from}>{visible(text.slice(from, to))}</mark>);
    at = to;
  }
  parts.push(visible(text.slice(at, at + 160)));
  return <>{parts}</>;
}
