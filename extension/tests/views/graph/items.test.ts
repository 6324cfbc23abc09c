import { describe, expect, it } from 'vitest';
import type { Graph } from '../../../src/report';
import { readable } from '../../../src/views/graph/inputs';
import { itemsOfGraph } from '../../../src/views/graph/items';
import { indexOf } from '../../helpers';

const f32 = (...shape: number[]) => [{ dtype: 'float32', shape }];
const at = (line: number) => ({ file: 'net.py', line, function: 'forward', source: `line ${line}` });
const dynamo = (name: string, more: object) => ({ ref: `0/0/dynamo/dynamo/node.${name}`, name, target: name, ...more });
const aot = (name: string, more: object) => ({ ref: `0/0/joint/aot/node.${name}`, name, target: name, ...more });

const SOURCE = [
  'class Block:',
  '    def forward(self, x):',
  '        return x',
  'class Net:',
  '    def forward(self, x):',
  '        return x',
];

const captured = [
  dynamo('l_x_', { op: 'placeholder', target: 'L_x_', specs: f32(2, 3) }),
  dynamo('l_self_modules_head_parameters_weight_', {
    op: 'placeholder',
    target: 'L_self_modules_head_parameters_weight_',
    specs: f32(4, 3),
  }),
  dynamo('y', { op: 'call_function', target: 'linear', specs: f32(2, 4), module: 'blocks.0.head', place: at(3) }),
];
const joint = [
  aot('primals_1', { op: 'placeholder', note: 'PlainAOTInput(idx=0)', specs: f32(2, 3) }),
  aot('primals_2', { op: 'placeholder', note: 'PlainAOTInput(idx=1)', specs: f32(4, 3) }),
  aot('tangents_1', { op: 'placeholder', specs: f32(2, 4) }),
  aot('permute', {
    op: 'call_function',
    target: 'torch.ops.aten.permute.default',
    inputs: ['0/0/joint/aot/node.primals_2'],
  }),
  aot('mm', {
    op: 'call_function',
    target: 'torch.ops.aten.mm.default',
    inputs: ['0/0/joint/aot/node.primals_1', '0/0/joint/aot/node.permute'],
    specs: f32(2, 4),
    place: at(3),
  }),
  aot('mm_1', {
    op: 'call_function',
    target: 'torch.ops.aten.mm.default',
    inputs: ['0/0/joint/aot/node.tangents_1'],
    place: at(6),
  }),
  aot('full', { op: 'call_function', target: 'torch.ops.aten.full.default', specs: [{ dtype: 'int64', shape: [2] }] }),
  aot('output', { op: 'output', inputs: ['0/0/joint/aot/node.mm', '0/0/joint/aot/node.mm_1'] }),
];

const index = indexOf({
  compilations: [
    {
      key: '0/0',
      id: '0/0',
      stages: [
        {
          stage: 'dynamo',
          direction: 'dynamo',
          graphs: [{ ref: '0/0/dynamo/dynamo/graph.graph', name: 'graph', nodes: captured }],
        },
        {
          stage: 'aot',
          direction: 'joint',
          graphs: [{ ref: '0/0/joint/aot/graph.graph', name: 'graph', nodes: joint }],
        },
      ],
    },
  ],
  links: [{ source: '0/0/dynamo/dynamo/node.y', target: '0/0/joint/aot/node.mm', kind: 'lowered' }],
  sources: [{ file: 'net.py', text: 'net' }],
  texts: { net: SOURCE.join('\n') },
});

function items(ref: string) {
  const entity = index.get(ref);
  if (entity?.kind !== 'graph') throw new Error(`no graph ${ref}`);
  return new Map(itemsOfGraph(entity.record, index).map((item) => [item.name, item]));
}

describe('the items of a joint graph', () => {
  const found = items('0/0/joint/aot/graph.graph');

  it('know inputs, weights, views, ops and the output apart', () => {
    const roles = [...found.values()].map(({ name, role }) => `${name} ${role}`);
    expect(roles).toEqual([
      'primals_1 input',
      'primals_2 weight',
      'tangents_1 input',
      'permute view',
      'mm op',
      'mm_1 op',
      'full op',
      'output output',
    ]);
  });

  it('name inputs as the user knows them', () => {
    expect([found.get('primals_1')!.label, found.get('primals_2')!.label]).toEqual(['x', 'head.weight']);
  });

  it('begin the backward pass at the first op that needs a tangent', () => {
    const backward = [...found.values()].filter((item) => item.backward).map((item) => item.name);
    expect(backward).toEqual(['tangents_1', 'mm_1', 'full']);
  });

  it('have the module and the op that they were lowered from', () => {
    expect(found.get('mm')!.module).toEqual(['blocks', '0', 'head']);
    expect(found.get('mm')!.origin).toEqual({ key: '0/0/dynamo/dynamo/node.y', name: 'y' });
  });

  it('tell two functions of one name apart', () => {
    expect([found.get('mm')!.line!.function, found.get('mm_1')!.line!.function]).toEqual([
      'Block.forward',
      'Net.forward',
    ]);
  });

  it('name a dtype only where it is not the usual one', () => {
    expect([found.get('mm')!.detail, found.get('full')!.detail]).toEqual(['[2,4]', 'i64[2]']);
  });
});

describe('a graph that does not hold together', () => {
  it('keeps the edges that lead forward', () => {
    const nodes = [
      aot('a', { op: 'call_function', inputs: ['0/0/joint/aot/node.b', 'nowhere', '0/0/joint/aot/node.a'] }),
      aot('b', { op: 'call_function', inputs: ['0/0/joint/aot/node.a'] }),
    ];
    const broken = indexOf({
      compilations: [
        {
          key: '0/0',
          id: '0/0',
          stages: [{ stage: 'aot', direction: 'joint', graphs: [{ ref: 'g', name: 'graph', nodes }] }],
        },
      ],
    });
    const graph = broken.get('g') as { record: Graph };
    expect(itemsOfGraph(graph.record, broken).map((item) => item.inputs)).toEqual([[], [0]]);
  });
});

describe('readable names of inputs', () => {
  it.each([
    ['l_x_', 'x'],
    ['l_self_modules_layers_modules_0_modules_norm_parameters_weight_', 'layers.0.norm.weight'],
    ['l_self_buffers_mask_', 'mask'],
    ['primals_1', 'primals_1'],
    ['s77', 's77'],
  ])('%s is %s', (name, shown) => expect(readable(name)).toBe(shown));
});
