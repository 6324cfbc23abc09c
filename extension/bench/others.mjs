/* One other layout library on the bench's graph, in a process of its own: `node others.mjs LIBRARY NODES`. */

import { benchReport, graphOf } from './graph.mjs';

const [library, count] = [process.argv[2], Number(process.argv[3])];
const { nodes } = graphOf(benchReport(count));
const edges = nodes.flatMap((node) => node.inputs.map((input) => [input, node.ref]));
const [width, height] = [130, 20];

const start = performance.now();
await { dagre, elkjs }[library]();
console.log(JSON.stringify({ ms: performance.now() - start }));

async function dagre() {
  const { default: lib } = await import('@dagrejs/dagre');
  const graph = new lib.graphlib.Graph();
  graph.setGraph({});
  graph.setDefaultEdgeLabel(() => ({}));
  for (const node of nodes) graph.setNode(node.ref, { width, height });
  for (const [from, to] of edges) graph.setEdge(from, to);
  lib.layout(graph);
}

async function elkjs() {
  const { default: Elk } = await import('elkjs/lib/elk.bundled.js');
  await new Elk().layout({
    id: 'root',
    layoutOptions: { 'elk.algorithm': 'layered', 'elk.direction': 'DOWN' },
    children: nodes.map((node) => ({ id: node.ref, width, height })),
    edges: edges.map(([from, to], at) => ({ id: String(at), sources: [from], targets: [to] })),
  });
}
