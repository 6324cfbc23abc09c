/* The names and messages that the extension and the kernel's side (`explorer.lab`) share. */

/** What an exploration is in the output of a cell. The number rises with the document's schema. */
export const MIME = 'application/vnd.compile-explorer.v1+json';

/** The comm target, on both sides. */
export const TARGET = 'compile-explorer';

/** Raised when a message changes its meaning. */
export const PROTOCOL = 1;

/** The id of the exploration that an output shows, from the output's metadata; null in a file of another maker. */
export function explorationId(metadata: unknown): string | null {
  const ours = isMap(metadata) ? metadata[MIME] : null;
  const id = isMap(ours) ? ours['id'] : null;
  return typeof id === 'string' ? id : null;
}

/** The id under which a compile that still runs tells of itself; null when this is a document as it will stay. */
export function liveId(document: unknown): string | null {
  const live = isMap(document) ? document['live'] : null;
  return typeof live === 'string' ? live : null;
}

/** What the kernel left out of a saved document; null when it is whole. */
export function leftOut(document: unknown): { readonly file: string | null } | null {
  const left = isMap(document) ? document['left_out'] : null;
  if (!isMap(left)) return null;
  return { file: typeof left['file'] === 'string' ? left['file'] : null };
}

export function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
