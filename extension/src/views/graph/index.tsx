/* One graph as the list of its nodes: the same nodes, selection and edges as the drawing. */

import { hover, markOf, select, useModel } from '../../model';
import type { Graph } from '../../report';

/** How a node differs from the graph before: added or removed. */
export type Change = 'new' | 'gone';

export interface GraphPaneProps {
  readonly graph: Graph;
  /** By ref of the node, when a step is shown. */
  readonly changed?: ReadonlyMap<string, Change>;
}

export function GraphPane({ graph, changed }: GraphPaneProps) {
  const model = useModel();
  return (
    <ul class="ce-nodes">
      {graph.nodes.map((node) => (
        <li
          key={node.ref}
          data-ref={node.ref}
          data-mark={markOf(model, node.ref)}
          data-change={changed?.get(node.ref)}
          onMouseEnter={() => hover(model, [node.ref])}
          onMouseLeave={() => hover(model, [])}
        >
          <button type="button" onClick={(event) => select(model, [node.ref], event.shiftKey)}>
            {node.name} = {node.code || node.target}
          </button>
        </li>
      ))}
    </ul>
  );
}
