/* Eager against compiled: the ratio with its doubt, or that nobody measured it, with a button that does. */

import { useState } from 'preact/hooks';
import { interval, ratio, time, visible } from '../../lib/format';
import { useModel } from '../../model';
import { counts, type Report, type Timings } from '../../report';

const NO_KERNEL = 'This takes the kernel that explored it: x.measure(), or explain(model, measure=True)(…).';
const NO_CALL = 'A block that was captured cannot be run again: explain(model, measure=True)(…) measures.';
const FAILED = 'The call fails, so that there is nothing to measure: mend the error first.';

export function Speed() {
  const { report, state } = useModel();
  const { timings } = report.value;
  return timings ? (
    <button type="button" class="ce-fact" title={told(timings)} onClick={() => (state.panel.value = 'ledger')}>
      <Ratio timings={timings} />
    </button>
  ) : (
    <span class="ce-fact">
      speed: not measured
      <Measure />
    </span>
  );
}

function Ratio({ timings: { speedup, conclusive } }: { readonly timings: Timings }) {
  const slower = conclusive && speedup.median < 1;
  return (
    <>
      <b data-tone={slower ? 'slower' : undefined}>{ratio(speedup.median)}</b> eager{' '}
      <span class="ce-note">{interval(speedup.low, speedup.high)}</span>{' '}
      {conclusive ? slower && <span class="ce-c-break">slower</span> : <span class="ce-note">inconclusive</span>}
    </>
  );
}

function told({ eager, compiled, pairs, threads }: Timings): string {
  const runs = `${pairs} pairs of calls${threads === null ? '' : `, ${threads} threads`}`;
  return `eager ${time(eager.median)}, compiled ${time(compiled.median)} a call; medians, 95 % interval, ${runs}`;
}

/** Asks the kernel to measure; where that cannot be, the button says why. */
function Measure() {
  const { report, state } = useModel();
  const [doing, setDoing] = useState<string | null>(null);
  const running = state.progress.value !== null;
  const why = running ? 'The compile still runs.' : whyNot(report.value, state.host.measure !== undefined);
  const press = () => {
    if (why !== null || doing === BUSY) return;
    setDoing(BUSY);
    state.host.measure!().then(
      () => setDoing(null),
      (error: unknown) => setDoing(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <>
      <button
        type="button"
        class="ce-btn ce-small"
        aria-disabled={why !== null || doing === BUSY}
        title={why ?? 'Runs it eager and compiled, for about ten seconds'}
        aria-description={why ?? undefined}
        onClick={press}
      >
        {doing === BUSY ? 'Measuring…' : 'Measure'}
      </button>
      {doing !== null && doing !== BUSY && (
        <span class="ce-c-break ce-measure-error" role="alert">
          {visible(doing.slice(0, 300))}
        </span>
      )}
    </>
  );
}

const BUSY = 'measuring';

function whyNot(report: Report, kernel: boolean): string | null {
  const { kind } = report.program;
  if (kind === 'capture' || kind === 'log') return NO_CALL;
  if (counts(report).graphs === 0 && report.findings.some((one) => one.kind === 'error')) return FAILED;
  return kernel ? null : NO_KERNEL;
}
