/* The finding to look at first, or the selected one, with the way to the next. */

import { moveFinding } from '../../actions';
import { select, useModel } from '../../model';
import { counts, orderFindings, type Finding } from '../../report';
import { plural, visible } from '../../lib/format';
import { findingIcon, findingTone, Icon } from '../parts/icon';
import { Prose } from '../parts/prose';

export function Worst() {
  const { state } = useModel();
  return state.progress.value === null ? <First /> : <Running line={state.progress.value} />;
}

/** What the compile does right now; what is complete can be read meanwhile. */
function Running({ line }: { readonly line: string }) {
  return (
    <div class="ce-worst" role="status">
      <span class="ce-spin" />
      <span class="ce-worst-text">
        <b>{visible(line)}</b> What is here already can be read.
      </span>
    </div>
  );
}

function First() {
  const model = useModel();
  const all = orderFindings(model.report.value);
  if (all.length === 0) return <Nothing />;
  const chosen = all.findIndex((finding) => model.selected.value.has(finding.ref));
  const at = Math.max(chosen, 0);
  const finding = all[at]!;
  const show = () => {
    select(model, [finding.ref]);
    model.state.panel.value = 'findings';
  };
  return (
    <div class="ce-worst" data-kind={finding.kind} data-severity={finding.severity}>
      <span class={findingTone(finding.kind, finding.severity)}>
        <Icon name={findingIcon(finding.kind, finding.severity)} />
        <span class="ce-sr">{finding.kind}</span>
      </span>
      <span class="ce-worst-text" title={visible(sentence(finding))}>
        <b>
          <Prose text={finding.title} />
        </b>{' '}
        <Prose text={finding.message.split('\n')[0] ?? ''} />
      </span>
      <button type="button" class="ce-link" onClick={show}>
        {finding.advice.length > 0 ? 'Show the fix' : 'Show'}
      </button>
      {all.length > 1 && (
        <button type="button" class="ce-next" title="Next finding (f)" onClick={() => moveFinding(model, 1)}>
          {at + 1} of {all.length}
        </button>
      )}
    </div>
  );
}

function sentence(finding: Finding): string {
  return `${finding.title} ${finding.message}`;
}

function Nothing() {
  const { report } = useModel();
  const { graphs, breaks } = counts(report.value);
  return (
    <div class="ce-worst">
      <Icon name="check" />
      <span class="ce-worst-text">
        <b>
          {plural(graphs, 'graph')}, {plural(breaks, 'break')}.
        </b>
      </span>
    </div>
  );
}
