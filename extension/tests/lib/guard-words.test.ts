import { expect, it } from 'vitest';
import { guardWords } from '../../src/lib/guard-words';

it.each([
  [
    "check_tensor(L['x'], Tensor, DispatchKeySet(CPU, AutogradCPU), torch.float32, device=None, requires_grad=False, size=[8, 64, 64], stride=[4096, 64, 1])",
    'tensor f32[8, 64, 64], no grad',
  ],
  ["___check_type_id(L['self'], 93944467991088), type=<class 'tiny_lm.TinyLM'>", 'class TinyLM'],
  ["___check_obj_id(G['print'], 1397), type=<class 'builtin_function_or_method'>", 'is the same function'],
  ["hasattr(L['x'], '_dynamo_dynamic_indices') == False", 'not marked: dynamic indices'],
  ["not ___dict_contains('forward', L['self'].__dict__)", 'no forward set on it'],
  ["L['self'].heads == 4", 'equals 4'],
  ["len(L['xs']) == 2", 'has length 2'],
  ["2 <= L['x'].size()[0]", '2 <= x.size()[0]'],
  ['utils_device.CURRENT_DEVICE == None', 'default device is None'],
])('%s reads %s', (expression, words) => expect(guardWords(expression)).toBe(words));
