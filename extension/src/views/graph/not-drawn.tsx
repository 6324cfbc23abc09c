/* A graph that took too long to lay out: says so, offers a part of the drawing, and shows the graph as text. */

import { plural } from '../../lib/format';
import { firstView, nearby } from '../../lib/graph';
import { useModel } from '../../model';
import type { Graph } from '../../report';
import { OneText } from '../stage/one-text';
import type { Choice } from './choice';

export interface NotDrawnProps {
  readonly state: 'too long' | 'failed';
  readonly graph: Graph;
  readonly choice: Choice;
}

export function NotDrawn({ state, graph, choice }: NotDrawnProps) {
  const { selection } = useModel().state;
  const near = nearby(choice.outline.value, choice.active.value ?? selection.value[0] ?? null);
  return (
    <div class="ce-graph ce-not-drawn">
      <div class="ce-empty" role="status">
        <strong>
          {plural(graph.nodes.length, 'node')},{' '}
          {state === 'too long' ? 'layout stopped after 1 s' : 'the layout failed'}
        </strong>
        <p>
          Shown as text.{' '}
          {near && (
            <button type="button" class="ce-link" onClick={() => (choice.shown.value = near.shown)}>
              {near.from === near.to ? `Draw line ${near.from} only` : `Draw lines ${near.from}–${near.to} only`}
            </button>
          )}{' '}
          <button type="button" class="ce-link" onClick={() => (choice.shown.value = firstView(choice.outline.value))}>
            Draw with groups closed
          </button>
        </p>
      </div>
      <OneText record={graph} />
    </div>
  );
}
