/* How a field of the document is described, for filling in what the JSON leaves out and refusing what it must not hold. */

export type Kind = 'string' | 'number' | 'boolean' | 'null' | 'array' | 'map' | 'object';

/** A field: the JSON types it may have, the record or items inside, its closed list of values, and its default. */
export interface Shape {
  readonly kinds: readonly string[];
  readonly record?: string;
  readonly of?: Shape;
  readonly values?: readonly unknown[];
  readonly value?: unknown;
}
