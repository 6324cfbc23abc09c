/* All findings, the one to look at first in front. */

import { useModel } from '../../model';
import { orderFindings, showPlace, type Finding } from '../../report';
import { plural, visible } from '../../lib/format';
import { findingIcon, findingTone, Icon } from '../parts/icon';
import { Prose } from '../parts/prose';
import { RefButton } from '../parts/ref-button';
import { useReveal } from '../parts/reveal';
import { Empty } from '../parts/say';
import { CopyButton } from '../parts/copy';
import { useMore } from '../parts/more';

export function FindingsPanel() {
  const { report } = useModel();
  const body = useReveal();
  const all = orderFindings(report.value);
  const { shown, more } = useMore(all, 200);
  if (all.length === 0) return <Empty title="Nothing to report">No break, no recompile, no error.</Empty>;
  return (
    <div ref={body} class="ce-findings">
      {shown.map((finding, at) => (
        <Row key={`${finding.ref} ${at}`} finding={finding} />
      ))}
      {more}
    </div>
  );
}

function Row({ finding }: { readonly finding: Finding }) {
  const { report } = useModel();
  const place = finding.user_place ?? finding.place;
  return (
    <div class="ce-fnd">
      <RefButton refs={[finding.ref]} class="ce-fnd-main">
        <span class={findingTone(finding.kind, finding.severity)}>
          <Icon name={findingIcon(finding.kind, finding.severity)} />
        </span>
        <span class="ce-fnd-kind">{visible(finding.kind.replaceAll('_', ' '))}</span>
        <span class="ce-fnd-text">
          <b>
            <Prose text={finding.title} />
          </b>{' '}
          <Prose text={finding.advice[0] ?? finding.message.split('\n')[0] ?? ''} />
        </span>
        <span class="ce-note">{finding.count > 1 && plural(finding.count, 'time')}</span>
        <span class="ce-note">{place && visible(showPlace(place, report.value.program.cwd))}</span>
      </RefButton>
      {finding.advice[0] !== undefined && <CopyButton text={finding.advice[0]} label="Copy the fix" link />}
    </div>
  );
}
