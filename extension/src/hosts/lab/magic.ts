/* The magic that explains a cell. */

/** The code that explains `source`: as it is when it asks for an explanation itself, else under the cell magic. */
export function explaining(source: string): string {
  const asks = /^\s*(?:[\w, .]+=\s*)?%{1,2}compile_explain\b/m.test(source);
  const isCellMagic = /^\s*%%/.test(source);
  return asks || isCellMagic ? source : `%%compile_explain\n${source}`;
}
