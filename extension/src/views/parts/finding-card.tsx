/* A finding in full: what happened, why, its effect, what to do, and torch's own number for it. */

import { select, useModel } from '../../model';
import { showPlace, type Finding } from '../../report';
import { bytes, plural, time, visible } from '../../lib/format';
import { CopyButton } from './copy';
import { Long } from './long';
import { findingIcon, findingTone, Icon } from './icon';

/** What the words of the document mean to a reader. */
const EFFECTS: Readonly<Record<string, string>> = {
  branch_resumed: 'The graph ends here; each branch goes on in a graph of its own.',
  resumed: 'The graph ends here; Python runs this line, and a new graph starts after it.',
  rest_skipped: 'The graph ends here; the rest of the function runs in Python.',
  frame_skipped: 'The whole function runs in Python.',
};

const FIXABLE: Readonly<Record<string, string>> = {
  user_error: 'you can fix it',
  supportable: 'you can go around it',
  difficult: 'hard to avoid',
  fundamental: 'cannot be traced at all',
  dynamo_bug: 'a bug of torch',
  caused_by_earlier: 'follows from an earlier break',
};

const LINES: Readonly<Record<string, string>> = { '-': 'ce-gone', '+': 'ce-came' };

export function FindingCard({ finding }: { readonly finding: Finding }) {
  const model = useModel();
  const { cwd } = model.report.value.program;
  const { effect, expression, fixability } = finding.attributes;
  const place = finding.user_place ?? finding.place;
  return (
    <div class="ce-finding-card">
      <p class="ce-finding-title">
        <span class={findingTone(finding.kind, finding.severity)}>
          <Icon name={findingIcon(finding.kind, finding.severity)} />
        </span>
        <b>
          <Long text={finding.title} limit={200} prose />
        </b>
      </p>
      <p class="ce-badges">
        <span class="ce-badge">{visible(finding.code)}</span>
        {typeof fixability === 'string' && FIXABLE[fixability] && <span class="ce-badge">{FIXABLE[fixability]}</span>}
        {finding.count > 1 && <span class="ce-badge">{plural(finding.count, 'time')}</span>}
        {place && <span class="ce-note">{visible(showPlace(place, cwd))}</span>}
      </p>
      {typeof expression === 'string' && <code class="ce-pre">{visible(expression)}</code>}
      {finding.message && (
        <p class="ce-pre">
          <Long text={finding.message} prose />
        </p>
      )}
      {typeof effect === 'string' && EFFECTS[effect] && <p>{EFFECTS[effect]}</p>}
      <Cost finding={finding} />
      {finding.advice.length > 0 && (
        <ul class="ce-advice">
          {finding.advice.slice(0, 4).map((advice, at) => (
            <li key={at}>
              <Long text={advice} limit={240} prose /> {at === 0 && <CopyButton text={advice} link />}
            </li>
          ))}
        </ul>
      )}
      <Tried finding={finding} />
      <button type="button" class="ce-link" onClick={() => select(model, [finding.ref])}>
        Select
      </button>
    </div>
  );
}

/** What a break costs in one call, as far as it was measured. */
function Cost({ finding: { ref } }: { readonly finding: Finding }) {
  const { report } = useModel();
  const cost = report.value.break_costs.find((one) => one.finding === ref);
  if (!cost?.seconds) return null;
  const { seconds, guards, crossing, lost_fusion: lost, lost_fusion_from: from } = cost;
  const parts = [
    guards === null ? null : `${time(guards)} of it checks guards`,
    crossing === null ? null : `${bytes(crossing)} cross from graph to graph`,
    lost ? `${time(lost)} of fusion lost${from === 'estimate' ? ', estimated' : ''}` : null,
  ];
  return (
    <p>
      Costs <b>{time(seconds.median)}</b> of each call ({time(seconds.low)} to {time(seconds.high)});{' '}
      {parts.filter(Boolean).join(', ')}.
    </p>
  );
}

/** The sample that has the same trouble, and the lines that its fix changes. */
function Tried({ finding }: { readonly finding: Finding }) {
  const { change, recipe } = finding.attributes;
  if (typeof change !== 'string' || typeof recipe !== 'string') return null;
  return (
    <details class="ce-tried">
      <summary>A change that was tried</summary>
      <pre>
        {visible(change)
          .split('\n')
          .map((line, at) => (
            <span key={at} class={LINES[line.slice(0, 1)]}>{`${line}\n`}</span>
          ))}
      </pre>
      <CopyButton text={`compile-explorer demo ${recipe}`} label="Copy the command that runs it" link />
    </details>
  );
}
