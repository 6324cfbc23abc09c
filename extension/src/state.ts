/* What the reader has chosen, as signals. Hosts read and write them; `save` gives what is worth remembering. */

import { signal, type Signal } from '@preact/signals';
import { COLUMNS, type Column, type Pass } from './report';

export type Mode = 'graph' | 'listing' | 'steps' | 'table';
export type Theme = 'auto' | 'light' | 'dark';

/** One of the two stage panes: which column it shows and how; null lets the pane choose what there is. */
export interface PaneChoice {
  readonly column: Column;
  readonly mode: Mode | null;
  /** The ref of the graph or listing picked inside the column. */
  readonly item: string | null;
}

export interface Options {
  /** Shape and dtype beside each source line. */
  readonly hints: boolean;
  /** Bands and marks in the source pane and the notebook's gutter. */
  readonly marks: boolean;
  /** Listings without casts, bounds checks and namespaces. */
  readonly tidy: boolean;
  /** Large type, for a projector. */
  readonly large: boolean;
  /** Steps that changed nothing are hidden. */
  readonly changesOnly: boolean;
  /** The two stage panes scroll together. */
  readonly together: boolean;
  readonly theme: Theme;
}

/** Where the viewer stands: a notebook cell is compact and starts with its panels closed. */
export type Setting = 'cell' | 'main' | 'page';

/** What a host can do for the viewer; each is optional, and what is missing is not offered. */
export interface HostActions {
  /** A text that the document left out, by its key in `texts`. */
  readonly fetchText?: (key: string) => Promise<string>;
  /** Gives the focus back (Esc at the top level). */
  readonly leave?: () => void;
  /** Opens the viewer in a main-area panel. */
  readonly openMain?: () => void;
  /** Goes to a line of a notebook cell or file. */
  readonly goTo?: (place: { file: string; line: number | null; cellId: string | null }) => void;
  /** Explains the program again. */
  readonly rerun?: () => void;
  /** Measures the program that was explained; the new document comes by itself. Rejects with the reason. */
  readonly measure?: () => Promise<void>;
}

/** What is remembered from one session to the next. JSON. */
export interface Saved {
  readonly selection?: readonly string[];
  readonly compile?: string | null;
  readonly pass?: Pass;
  readonly panes?: readonly [PaneChoice, PaneChoice];
  readonly panel?: string | null;
  readonly panelHeight?: number;
  readonly options?: Partial<Options>;
}

/** Everything chosen. One for each mounted viewer, never shared. */
export interface ViewerState {
  readonly setting: Setting;
  readonly host: HostActions;
  /** Refs, the one chosen first in front. */
  readonly selection: Signal<readonly string[]>;
  /** What the pointer or the focus is on. */
  readonly hover: Signal<readonly string[]>;
  /** The compile key shown; null is the first. */
  readonly compile: Signal<string | null>;
  readonly pass: Signal<Pass>;
  readonly panes: Signal<readonly [PaneChoice, PaneChoice]>;
  /** The pane that the arrow keys move: 0 is A, 1 is B. */
  readonly active: Signal<0 | 1>;
  /** The stage pane that is opened alone; null shows all panes. */
  readonly alone: Signal<0 | 1 | null>;
  /** The open panel's name; null is closed. */
  readonly panel: Signal<string | null>;
  readonly panelHeight: Signal<number>;
  readonly options: Signal<Options>;
  /** The overlay in front: search, the key list, or none. */
  readonly overlay: Signal<'search' | 'keys' | null>;
  readonly query: Signal<string>;
  /** What the compile does right now, in a line, while it still runs; null when it is over. The host writes it. */
  readonly progress: Signal<string | null>;
}

export const DEFAULT_OPTIONS: Options = {
  hints: false,
  marks: true,
  tidy: true,
  large: false,
  changesOnly: true,
  together: true,
  theme: 'auto',
};

const PAIR: readonly [PaneChoice, PaneChoice] = [
  { column: 'fx', mode: null, item: null },
  { column: 'code', mode: null, item: null },
];

/** A fresh state, taking up what was `saved`. */
export function createState(saved: Saved = {}, setting: Setting = 'page', host: HostActions = {}): ViewerState {
  return {
    setting,
    host,
    selection: signal(refsOf(saved.selection)),
    hover: signal([]),
    compile: signal(typeof saved.compile === 'string' ? saved.compile : null),
    pass: signal(saved.pass === 'bwd' ? 'bwd' : 'fwd'),
    panes: signal(pairOf(saved.panes)),
    active: signal(0),
    alone: signal(null),
    panel: signal(saved.panel === undefined && setting !== 'cell' ? 'timeline' : (saved.panel ?? null)),
    panelHeight: signal(typeof saved.panelHeight === 'number' ? saved.panelHeight : 220),
    options: signal({ ...DEFAULT_OPTIONS, ...saved.options }),
    overlay: signal(null),
    query: signal(''),
    progress: signal(null),
  };
}

/** What was saved comes from a browser's storage, perhaps of another version: what does not fit is left out. */
function pairOf(saved: unknown): readonly [PaneChoice, PaneChoice] {
  const [a, b] = Array.isArray(saved) ? (saved as unknown[]) : [];
  return [paneOf(a) ?? PAIR[0], paneOf(b) ?? PAIR[1]];
}

function paneOf(saved: unknown): PaneChoice | null {
  const { column, mode, item } = (saved ?? {}) as Partial<PaneChoice>;
  if (!COLUMNS.includes(column as Column)) return null;
  return { column: column!, mode: mode ?? null, item: typeof item === 'string' ? item : null };
}

function refsOf(saved: unknown): readonly string[] {
  return Array.isArray(saved) ? saved.filter((ref): ref is string => typeof ref === 'string') : [];
}

/** What is worth remembering of `state`. Reads its signals, so that an effect around it follows them. */
export function save(state: ViewerState): Saved {
  return {
    selection: state.selection.value,
    compile: state.compile.value,
    pass: state.pass.value,
    panes: state.panes.value,
    panel: state.panel.value,
    panelHeight: state.panelHeight.value,
    options: state.options.value,
  };
}

/** Changes some options. */
export function setOptions(state: ViewerState, change: Partial<Options>): void {
  state.options.value = { ...state.options.value, ...change };
}
