/* What the passes changed: the nodes that a graph has and its neighbour before or after them has not. No DOM. */

import { parseRef, type ColumnData, type Graph } from '../../report';
import type { Change } from '../graph';

/** Of an `after` graph the new nodes, of a `before` graph those that are gone; undefined for any other graph. */
export function changesOf(data: ColumnData, graph: Graph): ReadonlyMap<string, Change> | undefined {
  const other = { after: 'before', before: 'after' }[graph.name];
  const own = parseRef(graph.ref);
  const against = data.graphs.find((one) => {
    const parts = parseRef(one.ref);
    return one.name === other && parts?.stage === own?.stage && parts?.direction === own?.direction;
  });
  if (!against) return undefined;
  const known = new Set(against.nodes.map((node) => node.name));
  const sign: Change = graph.name === 'after' ? 'new' : 'gone';
  return new Map(graph.nodes.filter((node) => !known.has(node.name)).map((node) => [node.ref, sign]));
}
