/* Everything in a document that can be selected, with where it stands. */

import type {
  Compilation,
  Finding,
  Graph,
  Guard,
  Kernel,
  KernelCall,
  LedgerRow,
  Listing,
  Metric,
  Node,
  Span,
  StageRecord,
  Step,
} from './generated';

interface Standing {
  readonly ref: string;
  readonly name: string;
  /** Null for what belongs to the whole report. */
  readonly compilation: Compilation | null;
  readonly stage: StageRecord | null;
}

/** One selectable thing: `kind` says which record it is. A line of user code has no record. */
export type Entity = Standing &
  (
    | { readonly kind: 'graph'; readonly record: Graph }
    | { readonly kind: 'node'; readonly record: Node; readonly graph: Graph }
    | { readonly kind: 'listing'; readonly record: Listing }
    | { readonly kind: 'step'; readonly record: Step }
    | { readonly kind: 'span'; readonly record: Span }
    | { readonly kind: 'metric'; readonly record: Metric }
    | { readonly kind: 'guard'; readonly record: Guard }
    | { readonly kind: 'kernel'; readonly record: Kernel }
    | { readonly kind: 'call'; readonly record: KernelCall; readonly kernel: Kernel }
    | { readonly kind: 'finding'; readonly record: Finding }
    | { readonly kind: 'row'; readonly record: LedgerRow }
    | { readonly kind: 'line'; readonly file: string; readonly line: number }
  );

export type EntityKind = Entity['kind'];
