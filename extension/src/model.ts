/* The document and the reader's choices together: what is shown, what is lit, and the context every view reads. */

import { computed, effect, type ReadonlySignal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import {
  columnsOf,
  dynamoGraphs,
  graphNumbers,
  openReport,
  ReportError,
  ReportIndex,
  type ColumnData,
  type Compilation,
  type Opened,
  type Report,
} from './report';
import type { ViewerState } from './state';
import { TextStore } from './texts';

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
  readonly texts: TextStore;
  /** The number of the graph that each compilation made, by compile key. */
  readonly numbers: ReadonlySignal<ReadonlyMap<string, number>>;
  /** The compilation shown; null when nothing compiled. */
  readonly compilation: ReadonlySignal<Compilation | null>;
  /** Its pipeline, for the pass shown. */
  readonly columns: ReadonlySignal<readonly ColumnData[]>;
  /** What the selection, and what the pointer is on, came from and became. */
  readonly linked: ReadonlySignal<ReadonlySet<string>>;
  readonly selected: ReadonlySignal<ReadonlySet<string>>;
  /** The selection and all it came from and became, whatever the pointer is on: what panes open and scroll by. */
  readonly followed: ReadonlySignal<ReadonlySet<string>>;
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
  const compilation = computed(() => shownCompilation(report.value, state.compile.value));
  return {
    state,
    refused: computed(() => opened.value.refused),
    problems: computed(() => opened.value.problems),
    report,
    index,
    selected,
    followed: computed(() => new Set([...selected.value, ...index.value.linked(selected.value)])),
    texts: new TextStore(report, state.host.fetchText),
    numbers: computed(() => graphNumbers(report.value)),
    compilation,
    columns: computed(() => columnsOf(report.value, compilation.value, state.pass.value)),
    linked: computed(() => {
      const pointed = state.hover.value;
      const lit = new Set(index.value.linked([...state.selection.value, ...pointed]));
      for (const ref of pointed) lit.add(ref);
      return lit;
    }),
  };
}

/** The one that was chosen, else the first that made a graph, else the first. */
function shownCompilation(report: Report, key: string | null): Compilation | null {
  const all = report.compilations;
  return all.find((one) => one.key === key) ?? all.find((one) => dynamoGraphs(one).length > 0) ?? all.at(0) ?? null;
}

/** The compilations whose graphs hold something of a line or of a finding. */
function compilationsOf(index: ReportIndex, ref: string): readonly string[] {
  const entity = index.get(ref);
  if (entity?.kind === 'finding') return entity.record.compilations;
  const nodes = [...index.targets(ref)].flatMap((target) => index.get(target) ?? []);
  return [
    ...new Set(nodes.flatMap((node) => (node.kind === 'node' && node.compilation ? [node.compilation.key] : []))),
  ];
}

/** Shows the compilation and pass that the selection belongs to, whoever made it. Returns what ends that. */
export function followSelection(model: Model): () => void {
  return effect(() => {
    const [first] = model.state.selection.value;
    const entity = first === undefined ? null : model.index.value.get(first);
    if (!entity) return;
    const keys = entity.compilation ? [entity.compilation.key] : compilationsOf(model.index.value, entity.ref);
    const shown = model.compilation.peek()?.key ?? '';
    if (keys[0] !== undefined && !keys.includes(shown)) model.state.compile.value = keys[0];
    const direction = entity.stage?.direction;
    if (direction === 'fwd' || direction === 'bwd') model.state.pass.value = direction;
  });
}

/** How `ref` stands to the selection. Reads signals: call it while rendering. */
export function markOf(model: Model, ref: string): Mark {
  if (model.selected.value.has(ref)) return 'selected';
  return model.linked.value.has(ref) ? 'linked' : null;
}

/** The strongest mark of several refs. Reads signals. */
export function strongest(model: Model, refs: readonly string[]): Mark {
  let found: Mark = null;
  for (const ref of refs) {
    const mark = markOf(model, ref);
    if (mark === 'selected') return mark;
    found ??= mark;
  }
  return found;
}

/** The mark of `refs` for a component that is drawn again only when it changes, however often the pointer moves. */
export function useMark(model: Model, refs: readonly string[]): Mark {
  const key = refs.join('\n');
  return useMemo(() => computed(() => strongest(model, refs)), [model, key]).value;
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
