/* How a graph is told from another: hue, number and band pattern; from the sixth on, hue and pattern repeat. */

const HUES = 5;

/** The class that carries the hue and pattern of a graph by its number, from 1. */
export function graphClass(number: number): string {
  return `ce-g${((number - 1) % HUES) + 1}`;
}

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/guard/i, 'guard'],
  [/g\+\+|gxx|async_compile|nvcc|precompil|cpp_compile|compile_file/i, 'gxx'],
  [/aot|autograd|partition|joint/i, 'aot'],
  [/inductor|graphlowering|code_?gen|pycodecache|scheduler|post_grad|pre_grad|fx_codegen|compile_fx|lower/i, 'ind'],
  [/run|call/i, 'run'],
];

/** The family of a compile phase, for its pale fill: `dynamo`, `guard`, `aot`, `ind`, `gxx` or `run`. */
export function phaseFamily(name: string, waiting: boolean): string {
  if (waiting) return 'gxx';
  return FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? 'dynamo';
}
