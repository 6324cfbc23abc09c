/* The steps of a stage: a list, and what the chosen one changed. */

import { setPane } from '../../actions';
import { useMemo } from 'preact/hooks';
import { plural, timeIn, timeUnit, visible } from '../../lib/format';
import { useModel } from '../../model';
import { parseRef, type ColumnData, type Step } from '../../report';
import { setOptions } from '../../state';
import { GraphPane } from '../graph';
import { partOf } from '../graph/part';
import { Diff } from '../listing/diff';
import { Empty } from '../parts/say';
import { Check } from '../parts/segmented';
import { Rule } from './rule';
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
      <div class="ce-step-all">
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
          {shown.map((one, at) => {
            const head = headOf(one);
            return [
              head !== '' && (at === 0 || headOf(shown[at - 1]!) !== head) && (
                <li key={head} role="presentation" class="ce-step-head">
                  {head}
                </li>
              ),
              <li key={one.ref} role="option" aria-selected={one === step} onClick={() => pick(one.ref)}>
                <span class="ce-num">{one.index + 1}</span>
                <span class="ce-step-name">{visible(nameOf(one))}</span>
                <span class="ce-num">{one.seconds === null ? '—' : `${timeIn(one.seconds, longest)} ${longest}`}</span>
                <span class="ce-step-change">{change(one)}</span>
              </li>,
            ];
          })}
        </ul>
        {hidden > 0 && <p class="ce-note ce-pad">{plural(hidden, 'step')} changed nothing.</p>}
      </div>
      {step && (
        <div class="ce-step-what" tabIndex={0}>
          <What step={step} />
        </div>
      )}
      {step && <Rule step={step} />}
      {!step && <Empty title="No change">No step of this stage changed the graph.</Empty>}
    </div>
  );
}

const HEADS: Readonly<Record<string, string>> = {
  pre_grad: 'Before autograd',
  post_grad: 'After the cut',
  passes: 'Patterns',
  attention: 'Attention calls',
  bytecode: 'What runs in its place',
  aot: 'AOTAutograd',
};

/** Steps of one kind of pass stand together. */
function headOf({ ref }: Step): string {
  const parts = parseRef(ref);
  const way = { joint: ' of the joint graph', fwd: ' of the forward', bwd: ' of the backward', dynamo: '' };
  return parts && HEADS[parts.stage] ? `${HEADS[parts.stage]}${way[parts.direction]}` : '';
}

/** What people call a step: of a rewrite the pattern. */
function nameOf(step: Step): string {
  const pattern = step.attributes['pattern'];
  return typeof pattern === 'string' ? pattern : step.name;
}

function change(step: Step): string {
  const { nodes, made, kernel } = step.attributes;
  if (typeof kernel === 'string') return visible(kernel);
  if (typeof nodes === 'string' && nodes) {
    const gone = plural(nodes.split(', ').length, 'node');
    return typeof made === 'string' ? `${gone} → ${made.split(', ').length}` : `−${gone}`;
  }
  if (step.detail) return visible(step.detail.split('\n')[0]!);
  if (step.changed === null) return step.before === null && step.after === null ? '' : 'not known';
  return step.changed ? 'changed' : 'no change';
}

/** What a step did: the difference of its texts, the nodes that it is about in their graph, or the one text it has. */
function What({ step }: { readonly step: Step }) {
  const index = useModel().index.value;
  const part = useMemo(() => partOf(index, step.refs), [index, step]);
  const { before, after } = step;
  if (before !== null && after !== null && before !== after) {
    return <Diff label={`What ${step.name} changed`} before={before} after={after} language="python" />;
  }
  const one = after ?? before;
  if (one !== null) return <OneStepText label={step.name} textKey={one} />;
  if (!part) return <p class="ce-note ce-pad">torch tells no graph of this step.</p>;
  // A pattern names what it took away; a decomposition what it put there.
  const sign = 'pattern' in step.attributes ? ('gone' as const) : ('new' as const);
  const changed = new Map(step.changed ? step.refs.map((ref) => [ref, sign]) : []);
  return <GraphPane key={step.ref} graph={part} changed={changed} bare />;
}
