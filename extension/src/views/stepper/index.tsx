/* Dynamo step by step: the code, the instructions, stack and locals, and the graph as it grows; arrows walk. */

import { useMemo, useState } from 'preact/hooks';
import { plural, visible } from '../../lib/format';
import { useModel } from '../../model';
import { showFile, type Step } from '../../report';
import { Prose } from '../parts/prose';
import { Empty, Loading } from '../parts/say';
import { Segmented } from '../parts/segmented';
import { useText } from '../parts/use-texts';
import { Instructions } from './instructions';
import { isLibrary, readLog, stateAt, type StepLog } from './log';
import { attemptsOf, breaksOf, MOMENTS, stepRows } from './rows';
import { GraphSoFar, StackAndLocals } from './state';
import { StepSource } from './step-source';

export function StepperPanel() {
  const { compilation } = useModel();
  const record = compilation.value?.stages.find((stage) => stage.stage === 'steps' && stage.steps.length > 0);
  const text = record?.listings.find((one) => one.name === 'state')?.text;
  if (!record || text === undefined) {
    return (
      <Empty title="Not followed">
        Dynamo’s steps are kept when they are asked for: explain(model, steps=True)(…), or --steps.
      </Empty>
    );
  }
  return <Read key={text} steps={record.steps} textKey={text} />;
}

function Read({ steps, textKey }: { readonly steps: readonly Step[]; readonly textKey: string }) {
  const text = useText(textKey);
  const log = useMemo(() => (text.state === 'ready' ? readLog(text.text) : null), [text]);
  if (text.state === 'loading') return <Loading what="the steps of Dynamo" />;
  if (!log) return <Empty title="The steps could not be read">Their log is not in this report.</Empty>;
  return <Stepper steps={steps} log={log} />;
}

function Stepper({ steps, log }: { readonly steps: readonly Step[]; readonly log: StepLog }) {
  const { report } = useModel();
  const breaks = useMemo(() => breaksOf(steps), [steps]);
  const [at, setAt] = useState(Math.max(0, (breaks[0] ?? steps.length) - 1));
  const [own, setOwn] = useState(true);
  const rows = useMemo(() => stepRows(steps, log, own), [steps, log, own]);
  const found = useMemo(() => stateAt(log, at), [log, at]);
  const row = rows.findIndex((one) => one.at <= at && at <= one.last);
  const go = (to: number) => setAt(Math.max(0, Math.min(steps.length - 1, to)));
  const walk = (by: number) => go(rows[row + by]?.at ?? at);
  const toBreak = () => go(breaks.find((one) => one > at) ?? breaks[0] ?? at);
  const keys: Record<string, () => void> = {
    ArrowUp: () => walk(-1),
    ArrowDown: () => walk(1),
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(steps.length - 1),
    b: toBreak,
  };
  const step = steps[at]!;
  const [frame] = found.frames;
  return (
    <div
      class="ce-stepper"
      onKeyDown={(event) => {
        const does = keys[event.key];
        if (!does || event.ctrlKey || event.metaKey || event.altKey) return;
        does();
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div class="ce-tbar">
        <button type="button" class="ce-ibtn" aria-label="Step before" onClick={() => walk(-1)}>
          ‹
        </button>
        <button type="button" class="ce-ibtn" aria-label="Next step" onClick={() => walk(1)}>
          ›
        </button>
        <Slider {...{ steps, breaks, at, go }} />
        <span class="ce-num">
          step {at + 1} of {steps.length}
        </span>
        <Segmented
          label="Shown"
          value={own ? 'own' : 'all'}
          options={[
            ['own', 'Your code'],
            ['all', 'All'],
          ]}
          onChange={(value) => setOwn(value === 'own')}
        />
        {breaks.length > 0 && (
          <button type="button" class="ce-btn ce-small" title="Next break (b)" onClick={toBreak}>
            Next break
          </button>
        )}
      </div>
      <div class="ce-step-columns">
        <section aria-label="Source" tabIndex={0}>
          <h3>
            Source <span class="ce-note">{frame && visible(showFile(report.value, frame.file))}</span>
          </h3>
          <StepSource step={step} calls={found.frames} />
        </section>
        <section aria-label="Instructions" tabIndex={0}>
          <h3>
            Bytecode <span class="ce-note">{frame && visible(frame.function)}</span>
          </h3>
          <Instructions rows={rows} at={row} onPick={(one) => go(one.at)} />
        </section>
        <section aria-label="Stack and locals" tabIndex={0}>
          <StackAndLocals found={found} />
        </section>
        <section aria-label="Graph so far" tabIndex={0}>
          <GraphSoFar found={found} />
        </section>
      </div>
      <p class="ce-step-foot" role="status" data-moment={step.name in MOMENTS && step.name !== 'graph'}>
        {step.name in MOMENTS ? (
          <>
            <b>{MOMENTS[step.name]}.</b> <Prose text={(step.detail ?? '').slice(0, 600)} />
          </>
        ) : (
          <>
            <b class="ce-m">
              {step.name} {visible((step.detail ?? '').slice(0, 80))}
            </b>{' '}
            {found.added.length > 0 && `adds ${plural(found.added.length, 'node')}`}{' '}
            {found.guards.length > 0 && `adds ${plural(found.guards.length, 'guard')}`}
            {frame && isLibrary(frame.file) && ' in library code'}
          </>
        )}
      </p>
    </div>
  );
}

interface SliderProps {
  readonly steps: readonly Step[];
  readonly breaks: readonly number[];
  readonly at: number;
  readonly go: (to: number) => void;
}

/** The attempts as stretches, those that were thrown away hatched, with a mark at each break. */
function Slider({ steps, breaks, at, go }: SliderProps) {
  const share = (step: number) => `${(100 * step) / Math.max(1, steps.length)}%`;
  const attempts = attemptsOf(steps);
  return (
    <span class="ce-slider">
      {attempts.map(({ from, to }, number) => (
        <i
          key={from}
          class="ce-slider-part"
          data-thrown={number < attempts.length - 1}
          title={`attempt ${number + 1}${number < attempts.length - 1 ? ', thrown away' : ''}`}
          style={{ left: share(from), width: `calc(${share(to - from)} - 2px)` }}
        />
      ))}
      {breaks.map((one) => (
        <i key={one} class="ce-slider-break" style={{ left: share(one) }} />
      ))}
      <input
        type="range"
        aria-label="Step"
        aria-valuetext={`step ${at + 1} of ${steps.length}, ${steps[at]!.name}`}
        min={0}
        max={steps.length - 1}
        value={at}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
    </span>
  );
}
