/* Parts of documents for the tests: a function on two lines, compiled, lowered, and called as one kernel. */

export const FILE = '/home/user/project/tiny.py';

export const SOURCE = `import torch


class Tiny(torch.nn.Module):
    def forward(self, x):
        """One more, print, double."""
        y = x + 1

        print(y)
        return y * 2


def unused():
    pass
`;

type Json = Record<string, unknown>;

/** A place in the file. */
export function place(line: number): Json {
  return { file: FILE, line, function: 'forward', source: SOURCE.split('\n')[line - 1]!.trim() };
}

const spec = { dtype: 'float32', shape: [8, 64], stride: [64, 1], device: 'cpu' };

/** A node of Dynamo's graph. */
export function node(key: string, name: string, line: number, more: Json = {}): Json {
  const ref = `${key}/dynamo/dynamo/node.${name}`;
  return {
    ref,
    name,
    op: 'call_function',
    target: `torch.${name}`,
    specs: [spec],
    place: place(line),
    line: 3,
    ...more,
  };
}

/** A compilation with the given nodes in Dynamo's graph and further stages. */
export function compilation(key: string, nodes: readonly Json[], more: Json = {}, stages: readonly Json[] = []): Json {
  const graph = { ref: `${key}/dynamo/dynamo/graph.graph`, name: 'graph', nodes };
  const dynamo = { stage: 'dynamo', direction: 'dynamo', seconds: 0.1, graphs: nodes.length > 0 ? [graph] : [] };
  return { key, id: key, function: 'Tiny.forward', place: place(5), seconds: 1, ...more, stages: [dynamo, ...stages] };
}

/** A kernel that fuses nodes of the post-grad graph. */
export function codegen(key: string, name: string, nodes: readonly string[]): Json {
  const ref = (kind: string, what: string) => `${key}/fwd/codegen/${kind}.${what}`;
  const call = { ref: ref('call', `${name}:1`), handle: 1, line: 12, nodes };
  return {
    stage: 'codegen',
    direction: 'fwd',
    listings: [{ ref: ref('listing', name), name, language: 'cpp', text: 'code' }],
    kernels: [{ ref: ref('kernel', name), name, language: 'cpp', listing: ref('listing', name), calls: [call] }],
  };
}

/** Print cuts the function into two graphs; the first has one kernel. */
export function broken(): Json {
  const aten = '0/0/fwd/post_grad/node.add';
  const post = { ref: aten, name: 'add', op: 'call_function', target: 'aten.add.Tensor', inputs: [] };
  const after = { ref: '0/0/fwd/post_grad/graph.after', name: 'after', nodes: [post] };
  return {
    program: { name: 'Tiny', cwd: '/home/user/project', calls: [{ index: 0, inputs: ['f32[8, 64]'] }] },
    environment: { torch: '2.13.0', devices: ['cpu'], threads: 1 },
    compilations: [
      compilation('0/0', [node('0/0', 'add', 7), node('0/0', 'str', 9)], {}, [
        { stage: 'post_grad', direction: 'fwd', graphs: [after] },
        codegen('0/0', 'cpp_fused_add_0', [aten]),
      ]),
      compilation('1/0', [node('1/0', 'mul', 10)], {
        function: 'Tiny.forward, resumed after line 9',
        place: place(9),
        trigger: 'resume',
      }),
    ],
    findings: [
      {
        ref: '0/0/dynamo/breaks/finding.0',
        kind: 'break',
        code: 'GB0059',
        severity: 'warning',
        title: 'print cuts the program into 2 graphs.',
        advice: ['Print only when not compiling.'],
        place: place(9),
        user_place: place(9),
        compilations: ['0/0'],
        attributes: { effect: 'resumed' },
      },
    ],
    links: [{ source: '0/0/dynamo/dynamo/node.add', target: aten, kind: 'lowered' }],
    sources: [{ file: FILE, text: 'source' }],
    texts: { source: SOURCE, code: 'void kernel()\n{\n}' },
  };
}
