/* The facts as links to their evidence, and the speed, which says so when it was not measured. */

import { select, useModel, type Model } from '../../model';
import { setPane } from '../../actions';
import { Icon } from '../parts/icon';
import { facts, type Fact } from './facts';
import { Speed } from './speed';

export function FactList() {
  const model = useModel();
  const known = facts(model.report.value);
  return (
    <ul class="ce-facts">
      {known.map((fact) => (
        <li key={fact.name}>
          <button type="button" class="ce-fact" data-trouble={fact.trouble} onClick={() => showEvidence(model, fact)}>
            {fact.trouble && <Icon name={fact.name === 'breaks' ? 'break' : 'recompile'} />}
            <b>{fact.value}</b> {fact.word}
          </button>
        </li>
      ))}
      <li>
        <Speed />
      </li>
    </ul>
  );
}

function showEvidence(model: Model, fact: Fact): void {
  const { panel } = model.state;
  if (fact.name === 'graphs') setPane(model, 0, { column: 'fx', mode: null, item: null });
  else if (fact.name === 'recompiles') panel.value = 'recompiles';
  else if (fact.name === 'compile') panel.value = 'timeline';
  else panel.value = 'findings';
  if (fact.name === 'breaks') {
    const found = model.report.value.findings.find((finding) => finding.kind === 'break');
    if (found) select(model, [found.ref]);
  }
}
