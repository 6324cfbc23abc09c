/* Small stream tokenisers for the languages of a compile. */

export { languageOf } from './languages';
export { scan, scanLine, type Language, type LineState, type Style, type Token } from './scanner';
