/* The nodes of a graph as items of its drawing: what each is, where it is from, what it was lowered from and fused into. */

import { spec, visible } from '../../lib/format';
import type { Item, Role, SourceLine } from '../../lib/graph';
import { blocksOf, functionAt, type Block } from '../../lib/python-blocks';
import type { Graph, Node, Report, ReportIndex, TensorSpec } from '../../report';
import { inputNames } from './inputs';

const VIEWS = new Set(
  (
    'view reshape _unsafe_view _reshape_alias permute transpose t T mT movedim swapaxes expand expand_as view_as ' +
    'broadcast_to unsqueeze squeeze flatten unflatten alias detach as_strided slice select narrow diagonal unbind ' +
    'split split_with_sizes chunk getitem lift_fresh size stride numel sym_size sym_stride sym_numel'
  ).split(' '),
);

/** No text of a drawing is longer. */
const LONGEST = 200;

/** A text of the document as it is drawn and read: not endless, and without characters that hide or reorder. */
function told(text: string): string {
  return visible(text.slice(0, LONGEST));
}

/** The items of `graph`, in its order. */
export function itemsOfGraph(graph: Graph, index: ReportIndex): readonly Item[] {
  const places = new Map(graph.nodes.map((node, at) => [node.ref, at]));
  const main = mainDtype(graph.nodes);
  const backward = backwardNodes(graph.nodes, places);
  const given = inputNames(graph, index);
  const functions = new Functions(index.report);
  const lowered = new Origins(index);
  const named = hasModules(graph, index);
  const isFirst = FIRST.has(index.get(graph.ref)?.stage?.stage ?? '');
  return graph.nodes.map((node, at) => {
    const origins =
      node.op === 'output' || node.op === 'placeholder'
        ? []
        : lowered.of(node.ref).filter((one) => sameLine(one, node));
    const call = callOf(node, index);
    return {
      ref: node.ref,
      name: told(node.name),
      label: told(given.get(node.ref)?.name ?? node.name),
      detail: detail(node.specs, main),
      role: roleOf(node, given.get(node.ref)?.weight ?? false),
      inputs: node.inputs.flatMap((ref) => ((places.get(ref) ?? at) < at ? [places.get(ref)!] : [])),
      line: lineOf(node, functions),
      module: pathOf(origins.length > 0 ? [node, ...origins] : isFirst || node.module !== null ? [node] : [], named),
      backward: backward[at] === true,
      origin: originOf(origins),
      like: `${node.op} ${node.target.slice(0, LONGEST)} ${node.specs.map(spec).join()}`,
      call,
      extern: call?.extern ?? false,
    };
  });
}

/** The stages whose nodes are Dynamo's own. */
const FIRST = new Set(['dynamo', 'pre_grad']);

/** The last part of what a node calls: `torch.ops.aten.add.Tensor` is `add`. */
export function opName(target: string): string {
  const parts = target.split('.');
  const last = parts[parts.length - 1]!;
  return parts.length > 3 && target.startsWith('torch.ops.') ? parts[3]! : last;
}

function roleOf(node: Node, weight: boolean): Role {
  if (node.op === 'output') return 'output';
  if (node.op === 'get_attr' || weight) return 'weight';
  if (node.op === 'placeholder') return 'input';
  return VIEWS.has(opName(node.target)) ? 'view' : 'op';
}

function lineOf({ place }: Node, functions: Functions): SourceLine | null {
  if (!place || place.line === null) return null;
  const name = functions.at(place.file, place.line) ?? place.function;
  return {
    scope: `${place.cell_id ?? place.file}:${name ?? ''}`,
    number: place.line,
    text: told(place.source ?? ''),
    function: name === null ? null : told(name),
  };
}

/** The functions of the user's files, so that two that are both named `forward` are told apart. */
class Functions {
  private readonly blocks = new Map<string, readonly Block[]>();
  private readonly known = new Map<string, string | null>();

  constructor(private readonly report: Report) {}

  /** The path of the function around a line, `Block.forward`, or null. */
  at(file: string, line: number): string | null {
    const key = `${line}:${file}`;
    if (!this.known.has(key)) this.known.set(key, this.find(file, line));
    return this.known.get(key)!;
  }

  private find(file: string, line: number): string | null {
    const blocks = this.blocks.get(file) ?? this.read(file);
    this.blocks.set(file, blocks);
    return functionAt(blocks, line)?.path ?? null;
  }

  private read(file: string): readonly Block[] {
    const key = this.report.sources.find((source) => source.file === file)?.text;
    const text = key != null && Object.hasOwn(this.report.texts, key) ? this.report.texts[key] : undefined;
    return text === undefined ? [] : blocksOf(text);
  }
}

/** The module's path: `[]` is the outermost module, null is unknown. Where Dynamo named modules, an op without one is outermost. */
function pathOf(sources: readonly Node[], named: boolean): readonly string[] | null {
  const module = sources.find((one) => one.module !== null)?.module ?? null;
  if (module !== null)
    return told(module)
      .split('.')
      .filter((part) => part !== '');
  return named && sources.some((one) => CALLS.has(one.op)) ? [] : null;
}

const CALLS = new Set(['call_function', 'call_method', 'call_module']);

/** Whether Dynamo named the modules of the compilation that `graph` belongs to. */
function hasModules(graph: Graph, index: ReportIndex): boolean {
  const stages = index.get(graph.ref)?.compilation?.stages ?? [];
  return [graph, ...stages.flatMap((stage) => (stage.stage === 'dynamo' ? stage.graphs : []))].some(({ nodes }) =>
    nodes.some((node) => node.module !== null),
  );
}

/** Sums of gradients name an op of another line as their origin: only one of the same line says what a node belongs to. */
function sameLine({ place }: Node, node: Node): boolean {
  return !place || !node.place || (place.file === node.place.file && place.line === node.place.line);
}

/** The nodes of Dynamo's graph that a node of a later one was lowered from, remembered for all nodes on the way. */
class Origins {
  private readonly known = new Map<string, readonly Node[]>();

  constructor(private readonly index: ReportIndex) {}

  of(ref: string): readonly Node[] {
    const known = this.known.get(ref);
    if (known) return known;
    this.known.set(ref, []);
    const found = new Set<Node>();
    for (const source of this.index.sources(ref)) {
      const entity = source.startsWith('source:') ? null : this.index.get(source);
      if (entity?.kind !== 'node') continue;
      if (entity.stage?.stage === 'dynamo') found.add(entity.record);
      else for (const node of this.of(source)) found.add(node);
    }
    this.known.set(ref, [...found]);
    return [...found];
  }
}

function originOf(origins: readonly Node[]): Item['origin'] {
  const origin = origins.find((one) => one.op !== 'placeholder');
  return origin ? { key: origin.ref, name: told(origin.name) } : null;
}

function callOf(node: Node, index: ReportIndex): { ref: string; name: string; extern: boolean } | null {
  for (const ref of index.targets(node.ref)) {
    const entity = index.get(ref);
    if (entity?.kind === 'call') return { ref, name: told(entity.kernel.name), extern: entity.kernel.extern };
  }
  return null;
}

/** In a joint graph the backward pass begins with the first op that needs a tangent. */
function backwardNodes(nodes: readonly Node[], places: ReadonlyMap<string, number>): boolean[] {
  const tangents = nodes.map((node) => node.op === 'placeholder' && /^tangents?_/.test(node.name));
  const first = nodes.findIndex((node) => node.inputs.some((ref) => tangents[places.get(ref) ?? -1]));
  return nodes.map((node, at) => tangents[at]! || (first >= 0 && at >= first && node.op !== 'output'));
}

function mainDtype(nodes: readonly Node[]): string | null {
  const counts = new Map<string, number>();
  for (const { specs } of nodes) {
    if (specs[0]?.shape) counts.set(specs[0].dtype, (counts.get(specs[0].dtype) ?? 0) + 1);
  }
  let main: string | null = null;
  for (const [dtype, count] of counts) if (main === null || count > counts.get(main)!) main = dtype;
  return main;
}

/** The shape; the dtype only where it is not the graph's main one. */
function detail(specs: readonly TensorSpec[], main: string | null): string {
  const first = specs[0];
  if (!first) return '';
  const text =
    first.shape !== null && first.dtype === main ? `[${first.shape.join(',')}]` : spec(first).replaceAll(' ', '');
  return told(specs.length > 1 ? `${text} …` : text);
}
