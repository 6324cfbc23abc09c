/* A few nodes of a graph with the ops right before and after them, as a graph of its own. No DOM. */

import { isCall, type Graph, type ReportIndex } from '../../report';

/** Null when the first of `refs` is no node of the document. */
export function partOf(index: ReportIndex, refs: readonly string[]): Graph | null {
  const first = refs[0] === undefined ? null : index.get(refs[0]);
  if (first?.kind !== 'node') return null;
  const { graph } = first;
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
