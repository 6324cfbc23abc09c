/* The drawing as a tree: one stop of the Tab key, everything by arrows; hidden under the drawing or shown as a list. */

import { useEffect, useId, useRef } from 'preact/hooks';
import { plural } from '../../lib/format';
import type { Mark } from '../../model';
import { boxOfKey, describe, joined, keyOfBox, type Row } from './rows';
import type { Scene } from './scene';

export interface TreeProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly scene: Scene;
  readonly graph: number | null;
  /** The row with the keyboard's focus; null is the first. */
  readonly active: string | null;
  /** Shown as a list; otherwise it is only read. */
  readonly visible: boolean;
  readonly markOf: (row: Row) => Mark;
  readonly onActive: (row: Row) => void;
  readonly onPick: (row: Row, add: boolean) => void;
  readonly onToggle: (row: Row) => void;
  readonly onZoom: (factor: number) => void;
  readonly onLeave: () => void;
  /** Draws each of the equal copies, or one for all. */
  readonly onCopies: () => void;
  /** Whether the keyboard's place is to be shown. */
  readonly onFocus: (shown: boolean) => void;
}

/** So many rows around the active one are in the page; the rest is told by `aria-setsize`. */
const AROUND = 60;

export function Tree(props: TreeProps) {
  const { rows, active, visible } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    rows.findIndex((row) => row.key === active),
  );
  const from = Math.max(0, at - AROUND);
  const drawn = rows.slice(from, at + AROUND + 1);
  useEffect(() => {
    if (visible) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [at, visible]);
  return (
    <div
      ref={list}
      class="ce-graph-tree"
      data-visible={visible}
      role="tree"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable="true"
      aria-activedescendant={rows[at] ? `${id}-${at}` : undefined}
      onKeyDown={(event) => onKey(event, props, at)}
      onFocus={(event) => props.onFocus(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => {
        props.onFocus(false);
        props.onLeave();
      }}
    >
      {drawn.map((row, offset) => (
        <TreeRow key={row.key} id={`${id}-${from + offset}`} row={row} isActive={from + offset === at} tree={props} />
      ))}
    </div>
  );
}

interface TreeRowProps {
  readonly id: string;
  readonly row: Row;
  readonly isActive: boolean;
  readonly tree: TreeProps;
}

function TreeRow({ id, row, isActive, tree }: TreeRowProps) {
  const mark = tree.markOf(row);
  return (
    <div
      id={id}
      role="treeitem"
      class="ce-graph-row"
      data-active={isActive || undefined}
      data-mark={mark}
      data-ref={row.item?.ref}
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.group ? row.open : undefined}
      aria-selected={mark === 'selected'}
      aria-label={describe(row, tree.scene, tree.graph, mark === 'linked')}
      style={{ paddingLeft: `${row.level * 14 - 4}px` }}
      onClick={(event) => {
        tree.onActive(row);
        if (row.group && event.detail !== 2) tree.onToggle(row);
        else tree.onPick(row, event.shiftKey);
      }}
    >
      <span class="ce-graph-fold">{row.group ? (row.open ? '−' : '+') : ''}</span>
      <RowText row={row} />
    </div>
  );
}

function RowText({ row: { item, group } }: { readonly row: Row }) {
  if (item) {
    return (
      <>
        <span class="ce-graph-name">{item.label}</span>
        <span class="ce-graph-note">{item.detail}</span>
      </>
    );
  }
  const line = group!.line;
  return (
    <>
      {line && <span class="ce-graph-note">{`${group!.backward ? 'backward of ' : ''}${line.number}`}</span>}
      <span class="ce-graph-name">{line ? line.text : group!.title}</span>
      <span class="ce-graph-note">
        {group!.kind === 'repeat'
          ? `${group!.children.length} × equal`
          : group!.size > 0
            ? plural(group!.size, 'op')
            : ''}
      </span>
    </>
  );
}

/** Keys that do nothing here go on to the viewer. */
function onKey(event: KeyboardEvent, tree: TreeProps, at: number): void {
  const row = tree.rows[at];
  if (!row || event.ctrlKey || event.metaKey || !act(event, tree, row, at)) return;
  tree.onFocus(true);
  event.preventDefault();
  event.stopPropagation();
}

function act(event: KeyboardEvent, tree: TreeProps, row: Row, at: number): boolean {
  const go = (next: Row | undefined): boolean => {
    if (next) tree.onActive(next);
    return next !== undefined;
  };
  if (event.altKey) return event.key in WAYS && go(alongEdge(tree, row, WAYS[event.key]!));
  switch (event.key) {
    case 'ArrowDown':
      return go(tree.rows[at + 1]) || true;
    case 'ArrowUp':
      return go(tree.rows[at - 1]) || true;
    case 'Home':
      return go(tree.rows[0]);
    case 'End':
      return go(tree.rows[tree.rows.length - 1]);
    case 'ArrowRight':
      if (row.group && row.open) return go(tree.rows[at + 1]);
      return row.group !== null && (tree.onToggle(row), true);
    case 'ArrowLeft':
      if (row.group && row.open) return (tree.onToggle(row), true);
      return row.level > 1 && go(tree.rows.slice(0, at).findLast((other) => other.level < row.level));
    case 'Enter':
      return (tree.onPick(row, event.shiftKey), true);
    case ' ':
      return (row.group ? tree.onToggle(row) : tree.onPick(row, event.shiftKey), true);
    case '+':
    case '-':
      return (tree.onZoom(event.key === '+' ? 1.25 : 0.8), true);
    case 'u':
      return (tree.onCopies(), true);
    case '0':
      return (tree.onZoom(0), true);
    default:
      return false;
  }
}

const WAYS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

/** The row that an edge leads to: up to the first input, down to the first use. */
function alongEdge({ scene, rows }: TreeProps, row: Row, way: -1 | 1): Row | undefined {
  const box = boxOfKey(scene, row.key);
  const [next] = box < 0 ? [] : joined(scene, box, way);
  return next === undefined ? undefined : rows.find((other) => other.key === keyOfBox(scene, next));
}
