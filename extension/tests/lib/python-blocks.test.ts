import { expect, it } from 'vitest';
import { blocksOf, functionAt } from '../../src/lib/python-blocks';

const SOURCE = `import torch

class Block:
    def __init__(self,
                 d=(1,
2)):
        self.d = d

    # between
    @property
    def forward(self, x):
        """One
of two.
        """
        def inner():
            return 1
        return inner()

def after(): pass
`;

it('finds functions by indentation, through brackets and long strings', () => {
  const blocks = blocksOf(SOURCE);
  expect(blocks.map((block) => [block.path, block.line, block.end])).toEqual([
    ['Block', 3, 17],
    ['Block.__init__', 4, 9],
    ['Block.forward', 11, 17],
    ['Block.forward.inner', 15, 16],
    ['after', 19, 19],
  ]);
  expect(functionAt(blocks, 13)?.path).toBe('Block.forward');
  expect(functionAt(blocks, 16)?.path).toBe('Block.forward.inner');
  expect(functionAt(blocks, 1)).toBeNull();
});
