/* The steps of a stage: a list, and what the chosen one changed. */

import { setPane } from '../../actions';
import { plural, timeIn, timeUnit, visible } from '../../lib/format';
import { useModel } from '../../model';
import type { ColumnData, Step } from '../../report';
import { setOptions } from '../../state';
import { Diff } from '../listing/diff';
import { Empty } from '../parts/say';
import { Check } from '../parts/segmented';
import { OneStepText } from './step-text';

export interface StepsProps {
  readonly data: ColumnData;
  readonly chosen: string | null;
  readonly at: 0 | 1;
}

export function Steps({ data, chosen, at }: StepsProps) {
  const model = useModel();
  const { changesOnly } = model.state.options.value;
  const shown = changesOnly ? data.steps.filter((step) => step.changed !== false) : data.steps;
  const step = shown.find((one) => one.ref === chosen) ?? shown.find((one) => one.changed) ?? shown[0] ?? null;
  const pick = (ref: string) => setPane(model, at, { item: ref });
  const move = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, n: 1, p: -1 }[event.key];
    if (by === undefined || !step) return;
    const next = shown[shown.indexOf(step) + by];
    if (next) pick(next.ref);
    event.preventDefault();
    event.stopPropagation();
  };
  const longest = timeUnit(Math.max(0, ...data.steps.map((one) => one.seconds ?? 0)));
  const hidden = data.steps.length - shown.length;
  return (
    <div class="ce-steps">
      <div class="ce-tbar">
        <span>{plural(data.steps.length, 'step')}</span>
        <span class="ce-spring" />
        <Check
          on={changesOnly}
          label="hide those that changed nothing"
          onChange={(on) => setOptions(model.state, { changesOnly: on })}
        />
      </div>
      <ul class="ce-step-list" role="listbox" aria-label="Steps" tabIndex={0} onKeyDown={move}>
        {shown.map((one) => (
          <li key={one.ref} role="option" aria-selected={one === step} onClick={() => pick(one.ref)}>
            <span class="ce-num">{one.index + 1}</span>
            <span class="ce-step-name">{visible(one.name)}</span>
            <span class="ce-num">{one.seconds === null ? '—' : `${timeIn(one.seconds, longest)} ${longest}`}</span>
            <span class="ce-step-change">{change(one)}</span>
          </li>
        ))}
      </ul>
      {hidden > 0 && <p class="ce-note ce-pad">{plural(hidden, 'step')} changed nothing.</p>}
      {step && <What step={step} />}
      {!step && <Empty title="No change">No step of this stage changed the graph.</Empty>}
    </div>
  );
}

function change(step: Step): string {
  if (step.detail) return visible(step.detail.split('\n')[0]!);
  return step.changed === null ? 'not known' : step.changed ? 'changed' : 'no change';
}

/** What a step did: the difference of its texts, or the one text it has. */
function What({ step }: { readonly step: Step }) {
  const { before, after } = step;
  if (before !== null && after !== null && before !== after) {
    return <Diff label={`What ${step.name} changed`} before={before} after={after} language="python" />;
  }
  const one = after ?? before;
  return one === null ? (
    <Empty title={step.name}>torch does not report what this step made.</Empty>
  ) : (
    <OneStepText label={step.name} textKey={one} />
  );
}
