/* An opened kernel: the part of the graph that it fuses, its code, and what compilers made of that. No DOM. */

import type { Compilation, Entity, Graph, Kernel, Listing, ReportIndex } from '../../report';
import { partOf } from '../graph/part';

/** From Triton's first form down to the machine's; the last one that is there is shown first. */
const RUNGS = ['ttir', 'ttgir', 'llvm', 'ptx', 'sass', 'asm'];

export interface KernelParts {
  readonly kernel: Kernel;
  /** What it fuses, with what feeds it and what it feeds; null when torch does not say. */
  readonly graph: Graph | null;
  readonly fused: number;
  readonly code: Listing | null;
  readonly rungs: readonly Listing[];
  /** Why there is no machine code. */
  readonly absent: string;
}

/** The parts of the kernel that is selected; null when none is. */
export function kernelParts(index: ReportIndex, entity: Entity | null): KernelParts | null {
  if (entity?.kind !== 'call' && entity?.kind !== 'kernel') return null;
  const kernel = entity.kind === 'call' ? entity.kernel : entity.record;
  const nodes = entity.kind === 'call' ? entity.record.nodes : kernel.calls.flatMap((call) => call.nodes);
  const code = kernel.listing === null ? null : index.get(kernel.listing);
  return {
    kernel,
    graph: partOf(index, nodes),
    fused: nodes.length,
    code: code?.kind === 'listing' ? code.record : null,
    rungs: entity.compilation ? rungsOf(entity.compilation, kernel) : [],
    absent: why(kernel),
  };
}

function rungsOf(compilation: Compilation, kernel: Kernel): readonly Listing[] {
  return compilation.stages
    .flatMap((stage) => stage.listings)
    .filter((one) => RUNGS.includes(one.language) && one.ref !== kernel.listing && belongs(one, kernel))
    .sort((a, b) => RUNGS.indexOf(a.language) - RUNGS.indexOf(b.language));
}

function belongs(listing: Listing, { name, ref }: Kernel): boolean {
  return listing.name.includes(name) || listing.anchors.some((anchor) => anchor.ref === ref);
}

function why({ extern, language }: Kernel): string {
  if (extern) return 'A library call: its machine code is the library’s own.';
  if (language === 'cpp')
    return 'The C++ compiler made a shared library of this kernel; the report holds no disassembly of it.';
  return 'The report holds nothing that the kernel’s compiler made.';
}
