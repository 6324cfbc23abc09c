/* What the reader chose for each graph, kept while the document is open. */

import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { everything, firstView, outlineOf, type Outline, type Shown } from '../../lib/graph';
import type { Graph, ReportIndex } from '../../report';
import type { Camera } from './camera';
import { itemsOfGraph } from './items';

export interface Choice {
  /** It follows whether views are shown: inputs stand where they are first used. */
  readonly outline: ReadonlySignal<Outline>;
  readonly shown: Signal<Shown>;
  /** What was shown at first. */
  readonly first: Shown;
  /** Null until the drawing has been seen: then it starts at home. */
  readonly camera: Signal<Camera | null>;
  /** The row with the keyboard's focus. */
  readonly active: Signal<string | null>;
  readonly asList: Signal<boolean>;
  /** The table of modules stands beside the drawing, where it has the room. */
  readonly modules: Signal<boolean>;
}

const known = new WeakMap<ReportIndex, WeakMap<Graph, Choice>>();

/** `whole` shows all from the start, as a few nodes alone are shown. */
export function choiceFor(graph: Graph, index: ReportIndex, whole = false): Choice {
  const graphs = known.get(index) ?? new WeakMap<Graph, Choice>();
  known.set(index, graphs);
  const choice = graphs.get(graph) ?? newChoice(graph, index, whole);
  graphs.set(graph, choice);
  return choice;
}

function newChoice(graph: Graph, index: ReportIndex, whole: boolean): Choice {
  const items = itemsOfGraph(graph, index);
  const first = outlineOf(items);
  const start = whole ? everything(first, true, false) : firstView(first);
  const shown = signal(start);
  const views = computed(() => shown.value.views);
  return {
    outline: computed(() => (views.value ? outlineOf(items, true) : first)),
    shown,
    first: start,
    camera: signal(null),
    active: signal(null),
    asList: signal(false),
    modules: signal(true),
  };
}
