/* What a guard looks at, as people write it: `self.up.weight` for Dynamo's `L['self']._modules['up']._parameters['weight']`. */

const STEPS: readonly (readonly [RegExp, string])[] = [
  [/\bG\['__import_((?:[A-Za-z0-9_]|_dot_)+)'\]/g, '$1'],
  [/^L\['([A-Za-z_]\w*)'\]/, '$1'],
  [/\b[LG]\['([A-Za-z_]\w*)'\]/g, '$1'],
  [/\._(?:modules|parameters|buffers)\['([A-Za-z_]\w*)'\]/g, '.$1'],
  [/\._(?:modules|parameters|buffers)\['(\d+)'\]/g, '[$1]'],
  [/\.__dict__\['([A-Za-z_]\w*)'\]/g, '.$1'],
];

/** The readable form of a guard's source. What is not recognised stays as it is. */
export function guardName(source: string): string {
  const named = STEPS.reduce((text, [pattern, shown]) => text.replace(pattern, shown), source);
  return named.replaceAll('_dot_', '.');
}
