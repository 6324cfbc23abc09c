import { expect, it } from 'vitest';
import { guardName } from '../../src/lib/guard-name';

it.each([
  ["L['x']", 'x'],
  ["L['self']._modules['up']._parameters['weight']", 'self.up.weight'],
  ["L['self']._modules['0'].__dict__", 'self[0].__dict__'],
  ["G['__import_torch_dot_nn_dot_functional'].silu", 'torch.nn.functional.silu'],
  ["len(L['xs'])", 'len(xs)'],
  ['anything', 'anything'],
])('%s is %s', (source, shown) => expect(guardName(source)).toBe(shown));
