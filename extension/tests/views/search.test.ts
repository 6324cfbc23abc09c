import { describe, expect, it } from 'vitest';
import { graphNumbers } from '../../src/report';
import { parseQuery, search } from '../../src/views/search/hits';
import { broken } from '../documents';
import { indexOf } from '../helpers';

const index = indexOf(broken());
const find = (query: string) =>
  search(index.report, index, graphNumbers(index.report), query).map((kind) => [
    kind.name,
    kind.hits.map((hit) => hit.text),
  ]);

describe('search', () => {
  it('finds code, nodes, kernels and findings, in the order of the pipeline', () => {
    expect(find('add')).toEqual([
      ['node', ['add torch.add', 'add aten.add.Tensor']],
      ['kernel', ['cpp_fused_add_0']],
    ]);
    expect(find('print').map(([kind]) => kind)).toEqual(['code', 'finding']);
  });

  it('narrows by line and by graph', () => {
    expect(find('line:10')).toEqual([
      ['code', ['return y * 2']],
      ['node', ['mul torch.mul']],
    ]);
    expect(find('torch graph:2')).toEqual([['node', ['mul torch.mul']]]);
    expect(parseQuery('silu line:25 graph:2')).toEqual({ words: 'silu', line: 25, graph: 2 });
  });

  it('finds nothing for nothing', () => expect(find('  ')).toEqual([]));
});
