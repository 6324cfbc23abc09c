/* A few nodes of a graph with the ops right before and after them, as a graph of its own. No DOM. */

import { isCall, type Graph, type ReportIndex } from '../../report';

/** Of nodes in several graphs those of the graph with the most; null when there is no node among `refs`. */
export function partOf(index: ReportIndex, refs: readonly string[]): Graph | null {
  const graph = graphOfMost(index, refs);
  if (!graph) return null;
  const inside = new Set(refs);
  const feeds = new Set(graph.nodes.filter(({ ref }) => inside.has(ref)).flatMap((node) => node.inputs));
  const near = (ref: string, inputs: readonly string[]) => feeds.has(ref) || inputs.some((input) => inside.has(input));
  const shown = graph.nodes.filter((node) => inside.has(node.ref) || (isCall(node) && near(node.ref, node.inputs)));
  const known = new Set(shown.map((node) => node.ref));
  return {
    ...graph,
    nodes: shown.map((node) => ({ ...node, inputs: node.inputs.filter((input) => known.has(input)) })),
  };
}

function graphOfMost(index: ReportIndex, refs: readonly string[]): Graph | null {
  const counts = new Map<Graph, number>();
  for (const ref of refs) {
    const entity = index.get(ref);
    if (entity?.kind === 'node') counts.set(entity.graph, (counts.get(entity.graph) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
