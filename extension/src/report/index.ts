/* The document, its index and its questions: no DOM here. */

export * from './columns';
export * from './entity';
export * from './generated';
export { openReport, ReportError, SCHEMA, type Opened } from './open';
export * from './questions';
export { refusalsOf, type Refusal } from './refusals';
export { lineRef, parseLineRef, parseRef, type Direction, type Ref } from './ref';
export { ReportIndex } from './report-index';
