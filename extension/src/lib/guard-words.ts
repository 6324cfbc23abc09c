/* What a guard demands, in words; Dynamo's own text is never far, so what is not recognised stays as it is. */

import { dtype } from './format';
import { guardName } from './guard-name';

type Words = (found: RegExpExecArray) => string;

const RULES: readonly (readonly [RegExp, Words])[] = [
  [/^check_tensor\(.*?, torch\.(\w+), device=(\w+), requires_grad=(\w+), size=(\[[^\]]*\])/, tensor],
  [/^___check_type_id\(.*\), type=<class '([^']+)'>$/, ([, name]) => `class ${shortClass(name!)}`],
  [/^___check_obj_id\(.*\), type=<class '([^']+)'>$/, ([, name]) => `is the same ${shortClass(name!)}`],
  [
    /^hasattr\(.+, '(\w+)'\) == False$/,
    ([, name]) => `not marked: ${name!.replace(/^_dynamo_/, '').replaceAll('_', ' ')}`,
  ],
  [/^not ___dict_contains\('(\w+)', .*\)$/, ([, name]) => `no ${name} set on it`],
  [/^len\((.+)\) == (\d+)$/, ([, , count]) => `has length ${count}`],
  [/^not [LG]\['\w+'\]$/, () => 'is empty'],
  [/^___check_global_state\(\)/, () => 'grad mode, threads, autocast and determinism as they were'],
  [/^___check_torch_function_mode_stack\(\)/, () => 'no torch function mode'],
  [/CURRENT_DEVICE == (.+)$/, ([, device]) => `default device is ${device}`],
  [/saved_tensors_hooks ids == None$/, () => 'no hooks on saved tensors'],
  [/^[^=<>]+ == (.+)$/, ([, value]) => `equals ${guardName(value!)}`],
];

/** The words for a guard's expression. */
export function guardWords(expression: string): string {
  for (const [pattern, words] of RULES) {
    const found = pattern.exec(expression);
    if (found) return words(found);
  }
  return guardName(expression.replaceAll(/\s+/g, ' '));
}

function tensor([, type, device, grad, size]: RegExpExecArray): string {
  const place = device === 'None' ? '' : `, device ${device}`;
  const any = size!.replaceAll('None', 'any');
  return `tensor ${dtype(type!)}${any}${place}, ${grad === 'True' ? 'needs grad' : 'no grad'}`;
}

function shortClass(name: string): string {
  return name.split('.').pop()!.replace('builtin_function_or_method', 'function');
}
