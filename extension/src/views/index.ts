/* The panels at the foot, in order: one file and one line each. */

import type { ComponentType } from 'preact';
import type { Model } from '../model';
import { FindingsPanel } from './panels/findings';
import { GuardsPanel } from './panels/guards';
import { KernelsPanel } from './panels/kernels';
import { LedgerPanel } from './panels/ledger';
import { otherRecords, RecordsPanel } from './panels/records';
import { RecompilesPanel } from './panels/recompiles';
import { StepperPanel } from './stepper';
import { TimelineKey, TimelinePanel } from './panels/timeline';
import { counts, type Report } from '../report';

/** A panel. `count` stands beside its title; `Head` at the right of the tabs while it is open. */
export interface Panel {
  readonly name: string;
  readonly title: string;
  readonly View: ComponentType;
  readonly Head?: ComponentType;
  readonly count?: (model: Model) => number;
}

export const PANELS: readonly Panel[] = [
  { name: 'timeline', title: 'Timeline', View: TimelinePanel, Head: TimelineKey },
  { name: 'ledger', title: 'Ledger', View: LedgerPanel, count: ({ report }) => ledgerRows(report.value) },
  { name: 'findings', title: 'Findings', View: FindingsPanel, count: ({ report }) => report.value.findings.length },
  { name: 'guards', title: 'Guards', View: GuardsPanel, count: guards },
  {
    name: 'recompiles',
    title: 'Recompiles',
    View: RecompilesPanel,
    count: ({ report }) => counts(report.value).recompiles,
  },
  { name: 'kernels', title: 'Kernels', View: KernelsPanel, count: kernelCalls },
  { name: 'steps', title: 'Step by step', View: StepperPanel, count: steps },
  { name: 'records', title: 'Records', View: RecordsPanel, count: records },
];

function ledgerRows({ ledger }: Report): number {
  return ledger.filter((row) => !row.control && row.ratio !== null && row.kind !== 'total').length;
}

function guards({ report }: Model): number {
  return report.value.compilations.flatMap((one) => one.stages).reduce((sum, stage) => sum + stage.guards.length, 0);
}

function kernelCalls({ report }: Model): number {
  const kernels = report.value.compilations.flatMap((one) => one.stages).flatMap((stage) => stage.kernels);
  return kernels.reduce((sum, kernel) => sum + Math.max(1, kernel.calls.length), 0);
}

function steps({ compilation }: Model): number {
  const stages = compilation.value?.stages ?? [];
  return stages.reduce((sum, { stage, steps }) => sum + (stage === 'steps' ? steps.length : 0), 0);
}

function records({ compilation }: Model): number {
  const { listings, metrics, steps: moments } = otherRecords(compilation.value);
  return listings.length + metrics.length + moments.length;
}
