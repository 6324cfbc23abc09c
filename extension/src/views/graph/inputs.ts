/* The inputs of a graph as the user knows them: `x`, or `layers.0.norm.weight`. */

import type { Graph, Node, ReportIndex } from '../../report';

export interface Given {
  readonly name: string;
  /** A parameter or a buffer, as far as torch's name or note says so. */
  readonly weight: boolean;
}

/** By ref of each input. AOTAutograd numbers its inputs; the number leads back to the input of Dynamo's graph. */
export function inputNames(graph: Graph, index: ReportIndex): ReadonlyMap<string, Given> {
  const first = dynamoInputs(graph, index);
  const found = new Map<string, Given>();
  for (const node of graph.nodes) {
    if (node.op !== 'placeholder') continue;
    const slot = slotOf(node);
    const before = slot === null ? undefined : first[slot];
    found.set(node.ref, before && shapeOf(before) === shapeOf(node) ? given(before) : given(node));
  }
  return found;
}

function dynamoInputs(graph: Graph, index: ReportIndex): readonly Node[] {
  const entity = index.get(graph.ref);
  if (!entity || entity.stage?.stage === 'dynamo') return [];
  const stage = entity.compilation?.stages.find((one) => one.stage === 'dynamo');
  return stage?.graphs[0]?.nodes.filter((node) => node.op === 'placeholder') ?? [];
}

function slotOf({ name, note }: Node): number | null {
  const noted = /^PlainAOTInput\(idx=(\d+)\)/.exec(note ?? '');
  if (noted) return Number(noted[1]);
  const numbered = /^primals_(\d+)$/.exec(name);
  return numbered ? Number(numbered[1]) - 1 : null;
}

function shapeOf({ specs }: Node): string {
  return JSON.stringify(specs[0]?.shape ?? null);
}

function given(node: Node): Given {
  const weight = /_(parameters|buffers)_/.test(node.target) || /^(p|b)_/.test(node.target);
  return { name: readable(node.name), weight: weight || /(Param|Buffer)AOTInput/.test(node.note ?? '') };
}

/** `l_self_modules_layers_modules_0_parameters_weight_` is `layers.0.weight`, `l_x_` is `x`. */
export function readable(name: string): string {
  const inner = /^l_(?:self_)?(.+?)_$/.exec(name)?.[1];
  if (inner === undefined) return name;
  return inner
    .replace(/^modules_/, '')
    .replaceAll(/_(?:modules|parameters|buffers)_/g, '.')
    .replace(/^(?:parameters|buffers)_/, '');
}
