/* The document and the reader's choices together: what is shown, what is lit, and the context every view reads. */

import { computed, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { openReport, ReportError, ReportIndex, type Compilation, type Opened, type Report } from './report';
import type { ViewerState } from './state';

/** How an entity stands to the selection. */
export type Mark = 'selected' | 'linked' | null;

/** What every view reads. */
export interface Model {
  readonly state: ViewerState;
  /** Why the document is not shown at all; null when it is. */
  readonly refused: ReadonlySignal<string | null>;
  /** What of the document could not be read. */
  readonly problems: ReadonlySignal<readonly string[]>;
  readonly report: ReadonlySignal<Report>;
  readonly index: ReadonlySignal<ReportIndex>;
  /** The compilation shown; null when nothing compiled. */
  readonly compilation: ReadonlySignal<Compilation | null>;
  /** What the selection, and what the pointer is on, came from and became. */
  readonly linked: ReadonlySignal<ReadonlySet<string>>;
  readonly selected: ReadonlySignal<ReadonlySet<string>>;
}

/** An empty document, shown behind a refusal. */
const NOTHING = openReport({ schema: 1, program: {}, environment: {} });

function open(raw: unknown): Opened & { readonly refused: string | null } {
  try {
    return { ...openReport(raw), refused: null };
  } catch (error) {
    if (!(error instanceof ReportError)) throw error;
    return { ...NOTHING, refused: error.message };
  }
}

/** Joins a decoded document, still unchecked, and a state. */
export function createModel(raw: ReadonlySignal<unknown>, state: ViewerState): Model {
  const opened = computed(() => open(raw.value));
  const report = computed(() => opened.value.report);
  const index = computed(() => new ReportIndex(report.value));
  const selected = computed(() => new Set(state.selection.value));
  return {
    state,
    refused: computed(() => opened.value.refused),
    problems: computed(() => opened.value.problems),
    report,
    index,
    selected,
    compilation: computed(() => {
      const all = report.value.compilations;
      return all.find((one) => one.key === state.compile.value) ?? all[0] ?? null;
    }),
    linked: computed(() => {
      const pointed = state.hover.value;
      const lit = new Set(index.value.linked([...state.selection.value, ...pointed]));
      for (const ref of pointed) lit.add(ref);
      return lit;
    }),
  };
}

/** How `ref` stands to the selection. Reads signals: call it while rendering. */
export function markOf(model: Model, ref: string): Mark {
  if (model.selected.value.has(ref)) return 'selected';
  return model.linked.value.has(ref) ? 'linked' : null;
}

/** Selects `refs`; with `add` beside what is selected. */
export function select(model: Model, refs: readonly string[], add = false): void {
  const { selection } = model.state;
  selection.value = add ? [...new Set([...selection.value, ...refs])] : refs;
}

/** Points at `refs`; nothing when empty. */
export function hover(model: Model, refs: readonly string[]): void {
  model.state.hover.value = refs;
}

export const ModelContext = createContext<Model | null>(null);

/** The model of the viewer that the component stands in. */
export function useModel(): Model {
  const model = useContext(ModelContext);
  if (!model) throw new Error('A view stands outside of a viewer.');
  return model;
}
