import { describe, expect, it } from 'vitest';
import { partOf } from '../../src/views/graph/part';
import { compilation, node } from '../documents';
import { indexOf } from '../helpers';

const ref = (name: string) => `0/0/dynamo/dynamo/node.${name}`;
const chain = ['a', 'b', 'c', 'd', 'e'].map((name, at, all) =>
  node('0/0', name, 7, { inputs: at === 0 ? [] : [ref(all[at - 1]!)] }),
);
const index = indexOf({
  compilations: [compilation('0/0', chain), compilation('1/0', [node('1/0', 'x', 7)])],
});

describe('a part of a graph', () => {
  it('is its nodes with the ops right before and after, joined as they are', () => {
    const part = partOf(index, [ref('c')])!;
    expect(part.nodes.map((one) => one.name)).toEqual(['b', 'c', 'd']);
    expect(part.nodes.map((one) => one.inputs)).toEqual([[], [ref('b')], [ref('c')]]);
  });

  it('is of the graph that holds most of them', () => {
    const part = partOf(index, ['1/0/dynamo/dynamo/node.x', ref('a'), ref('b')])!;
    expect(part.ref).toBe('0/0/dynamo/dynamo/graph.graph');
    expect(partOf(index, ['nothing'])).toBeNull();
  });
});
