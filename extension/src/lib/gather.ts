/* Values by key, each under the key that it belongs to, in the order they came. */

/** Puts `value` beside the others of `key`. */
export function gather<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}
