/* Why two kernels are two: what Inductor's scheduler said when it did not fuse their nodes. */

import type { Compilation, Step } from './generated';
import type { ReportIndex } from './report-index';

/** One kernel call that another one was not fused with. */
export interface Refusal {
  readonly call: string;
  readonly reasons: readonly string[];
  /** The steps that say so. */
  readonly steps: readonly string[];
}

const LIBRARY = 'a library call is never fused';

/** The refusals of all compilations, by kernel call. Each pair stands under both of its calls. */
export class Refusals {
  private readonly byCall = new Map<string, Map<string, { reasons: Set<string>; steps: string[] }>>();

  constructor(private readonly index: ReportIndex) {
    for (const compilation of index.report.compilations) for (const step of refused(compilation)) this.add(step);
  }

  /** What the scheduler said of a pair of calls; of a library call that it is one; nothing when it said nothing. */
  why(a: string, b: string): readonly string[] {
    const said = this.byCall.get(a)?.get(b);
    if (said) return [...said.reasons];
    return [a, b].some((ref) => this.isLibrary(ref)) ? [LIBRARY] : [];
  }

  /** Every call that `call` was not fused with. */
  of(call: string): readonly Refusal[] {
    return Array.from(this.byCall.get(call) ?? [], ([other, { reasons, steps }]) => ({
      call: other,
      reasons: [...reasons],
      steps,
    }));
  }

  private isLibrary(ref: string): boolean {
    const entity = this.index.get(ref);
    return entity?.kind === 'call' && entity.kernel.extern;
  }

  private add(step: Step): void {
    const reason = step.attributes['reason'];
    const [first, second] = [step.refs[0], step.refs.at(-1)].map((ref) =>
      ref === undefined ? null : this.callOf(ref),
    );
    if (typeof reason !== 'string' || !first || !second || first === second) return;
    this.put(first, second, reason, step.ref);
    this.put(second, first, reason, step.ref);
  }

  private put(call: string, other: string, reason: string, step: string): void {
    const others = this.byCall.get(call) ?? new Map<string, { reasons: Set<string>; steps: string[] }>();
    this.byCall.set(call, others);
    const said = others.get(other) ?? { reasons: new Set<string>(), steps: [] };
    others.set(other, said);
    said.reasons.add(reason);
    said.steps.push(step);
  }

  /** The kernel call that a node of the scheduler ended in. */
  private callOf(ref: string): string | null {
    for (const next of this.index.became(ref)) if (this.index.get(next)?.kind === 'call') return next;
    return null;
  }
}

function refused(compilation: Compilation): readonly Step[] {
  const stages = compilation.stages.filter((stage) => stage.stage === 'inductor');
  return stages.flatMap((stage) => stage.steps).filter((step) => step.name === 'not fused');
}

const known = new WeakMap<ReportIndex, Refusals>();

/** The refusals of a document; made once. */
export function refusalsOf(index: ReportIndex): Refusals {
  let made = known.get(index);
  if (!made) known.set(index, (made = new Refusals(index)));
  return made;
}
