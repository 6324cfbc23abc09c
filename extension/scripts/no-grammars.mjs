/* What the merge view imports for full grammars, which it is never asked to use; see `options.mjs`. */

export const language = null;
export const highlightingFor = () => null;
export const highlightTree = () => {};
