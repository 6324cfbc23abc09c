/* Beside what a step changed: the rule that changed it, in torch's words, and the nodes that it is about. */

import { time, visible } from '../../lib/format';
import { useModel } from '../../model';
import { showPlace, type Step } from '../../report';
import { CopyButton } from '../parts/copy';
import { Long } from '../parts/long';
import { RefButton } from '../parts/ref-button';

const SHOWN = 20;

export function Rule({ step }: { readonly step: Step }) {
  const { report, index } = useModel();
  const { pattern, does, reason, ...others } = step.attributes;
  const place = step.place && showPlace(step.place, report.value.program.cwd);
  const rows: readonly (readonly [string, string | null])[] = [
    ['does', typeof does === 'string' ? does : null],
    ['why', typeof reason === 'string' ? reason : null],
    ['what', step.detail],
    ...Object.entries(others).map(([name, value]) => [name.replaceAll('_', ' '), told(value)] as const),
    ['time', step.seconds === null ? null : time(step.seconds)],
  ];
  return (
    <section class="ce-rule" aria-label="Rule" tabIndex={0}>
      <h3>{visible(typeof pattern === 'string' ? pattern : step.name)}</h3>
      <dl class="ce-kv">
        {rows.map(([name, value]) => value !== null && <Row key={name} name={name} value={value} />)}
        {place !== null && (
          <>
            <dt>{typeof pattern === 'string' ? 'rule' : 'line'}</dt>
            <dd>
              {visible(place)} <CopyButton text={place} label="Copy" link />
            </dd>
          </>
        )}
      </dl>
      {step.refs.length > 0 && (
        <p>
          <span class="ce-note">about </span>
          {step.refs.slice(0, SHOWN).map((ref) => (
            <RefButton key={ref} refs={[ref]} class="ce-node-name">
              {visible(index.value.get(ref)?.name ?? ref)}
            </RefButton>
          ))}
          {step.refs.length > SHOWN && <span class="ce-note">and {step.refs.length - SHOWN} more</span>}
        </p>
      )}
    </section>
  );
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{visible(name)}</dt>
      <dd>
        <Long text={value} limit={200} />
      </dd>
    </>
  );
}

function told(value: Step['attributes'][string]): string | null {
  return value === null || value === '' ? null : value === true ? 'yes' : value === false ? 'no' : String(value);
}
