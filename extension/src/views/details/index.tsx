/* Details of what is selected: what it is, where it came from, what it became. */

import { useText } from '../parts/use-texts';
import { useModel } from '../../model';
import { lineRef, orderFindings, type Entity } from '../../report';
import { openEntity } from '../../actions';
import { plural, visible } from '../../lib/format';
import { guardName } from '../../lib/guard-name';
import { GraphChip } from '../parts/chip';
import { FindingCard } from '../parts/finding-card';
import { Long } from '../parts/long';
import { RefButton } from '../parts/ref-button';
import { CopyButton } from '../parts/copy';
import { Empty } from '../parts/say';
import { factsOf, kindOf } from './facts';
import { Fusion } from './fusion';
import { became, cameFrom, type Stop } from './trail';

export function DetailsPane() {
  const model = useModel();
  const { index, state, linked, report } = model;
  const refs = state.selection.value;
  const entity = refs[0] === undefined ? null : index.value.get(refs[0]);
  const [first] = orderFindings(report.value);
  return (
    <section class="ce-pane ce-details" aria-label="Selected">
      <div class="ce-ph">
        <b>Selected</b>
        <span class="ce-spring" />
        {refs.length > 0 && <span class="ce-note">{plural(linked.value.size, 'linked part')}</span>}
      </div>
      <div class="ce-pb" aria-live="polite">
        {entity && <Body entity={entity} />}
        {!entity && refs.length === 0 && first && (
          <div class="ce-det">
            <h3>First to look at</h3>
            <FindingCard finding={first} />
            {first.text !== null && <Trace textKey={first.text} />}
          </div>
        )}
        {!entity && (
          <Empty title={refs.length > 0 ? 'Not in this report' : 'Nothing is selected'}>
            {refs.length > 0
              ? visible(refs[0]!)
              : 'Click a line, a node, a kernel or a bar: everything it came from and became lights up.'}
          </Empty>
        )}
        {refs.length > 1 && <Others refs={refs.slice(1)} />}
      </div>
    </section>
  );

  function Body({ entity }: { readonly entity: Entity }) {
    const facts = factsOf(entity, report.value);
    const nothing = entity.kind === 'line' || entity.kind === 'finding';
    return (
      <div class="ce-det">
        <h2>
          <GraphChip compile={entity.compilation?.key} /> <span class="ce-det-name">{visible(shortName(entity))}</span>{' '}
          <span class="ce-note">{kindOf(entity)}</span>
        </h2>
        {entity.kind === 'finding' && <FindingCard finding={entity.record} />}
        {entity.kind === 'finding' && entity.record.text !== null && <Trace textKey={entity.record.text} />}
        {entity.kind === 'line' && <LineText file={entity.file} line={entity.line} />}
        {entity.kind === 'node' && <code class="ce-det-code">{<Long text={entity.record.code} limit={300} />}</code>}
        {facts.length > 0 && (
          <dl class="ce-kv">
            {facts.map(([name, value], at) => (
              <FactRow key={`${at} ${name}`} name={name} value={value} />
            ))}
          </dl>
        )}
        <p class="ce-det-do">
          {entity.kind !== 'line' && (
            <button type="button" class="ce-link" onClick={() => openEntity(model, entity)}>
              Show it in its pane
            </button>
          )}
          <CopyButton text={`#ref=${encodeURIComponent(entity.ref)}`} label="Copy link" link />
        </p>
        <Trail
          title="Came from"
          stops={cameFrom(index.value, entity.ref)}
          here={shortName(entity)}
          last
          none={nothing}
        />
        <Trail
          title="Became"
          stops={became(index.value, entity.ref)}
          here={shortName(entity)}
          none={entity.kind === 'finding'}
        />
        <Fusion entity={entity} />
      </div>
    );
  }
}

function shortName(entity: Entity): string {
  if (entity.kind === 'guard') return guardName(entity.name);
  return entity.kind === 'finding' ? entity.record.code : entity.name;
}

function FactRow({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <dt>{visible(name)}</dt>
      <dd>
        <Long text={value} limit={160} />
      </dd>
    </>
  );
}

function Others({ refs }: { readonly refs: readonly string[] }) {
  const { index } = useModel();
  return (
    <div class="ce-det">
      <h3>Also selected</h3>
      {refs.slice(0, 20).map((ref) => (
        <RefButton key={ref} refs={[ref]} class="ce-cell">
          {visible(index.value.get(ref)?.name ?? ref)}
        </RefButton>
      ))}
    </div>
  );
}

/** No line shows more findings than this. */
const MOST = 5;

/** The text of a line of user code. */
function LineText({ file, line }: { readonly file: string; readonly line: number }) {
  const { report, index } = useModel();
  const source = report.value.sources.find((one) => one.file === file);
  const makes = [...index.value.targets(lineRef(file, line))]
    .flatMap((ref) => index.value.get(ref) ?? [])
    .filter((entity) => entity.kind === 'finding');
  return (
    <>
      {source?.text != null && <SourceLine textKey={source.text} line={line} />}
      {makes
        .slice(0, MOST)
        .map((entity) => entity.kind === 'finding' && <FindingCard key={entity.ref} finding={entity.record} />)}
      {makes.length > MOST && <p class="ce-note">and {plural(makes.length - MOST, 'more finding')}</p>}
    </>
  );
}

function SourceLine({ textKey, line }: { readonly textKey: string; readonly line: number }) {
  const text = useText(textKey);
  if (text.state !== 'ready') return null;
  return (
    <code class="ce-det-code">
      <Long text={(text.text.split('\n')[line - 1] ?? '').trim()} limit={300} />
    </code>
  );
}

/** The trace of an error, folded. */
function Trace({ textKey }: { readonly textKey: string }) {
  const text = useText(textKey);
  if (text.state !== 'ready') return null;
  return (
    <details class="ce-trace">
      <summary>Show the trace, {plural(text.text.split('\n').length, 'line')}</summary>
      <pre>
        <Long text={text.text} limit={6000} />
      </pre>
    </details>
  );
}

interface TrailProps {
  readonly title: string;
  readonly stops: readonly Stop[];
  readonly here: string;
  /** The selection stands at the end of the way, not at its start. */
  readonly last?: boolean;
  readonly none?: boolean;
}

/** The way through the stages, with the selection as the filled dot. */
function Trail({ title, stops, here, last, none }: TrailProps) {
  if (stops.length === 0 && none) return null;
  const own = (
    <li class="ce-here" key="here">
      <b>{visible(here)}</b>
      {stops.length === 0 && <span class="ce-note"> nothing that torch names</span>}
    </li>
  );
  return (
    <div>
      <h3>{title}</h3>
      <ol class="ce-trail">
        {!last && own}
        {stops.map((stop) => (
          <li key={stop.label}>
            <span class="ce-note">{stop.label}</span> <Names stop={stop} />
          </li>
        ))}
        {last && own}
      </ol>
    </div>
  );
}

const SHOWN = 6;

function Names({ stop }: { readonly stop: Stop }) {
  return (
    <>
      {stop.refs.slice(0, SHOWN).map((ref, at) => (
        <RefButton key={ref} refs={[ref]} class="ce-node-name" open>
          {visible(stop.names[at]!)}
        </RefButton>
      ))}
      {stop.refs.length > SHOWN && <span class="ce-note"> and {stop.refs.length - SHOWN} more</span>}
    </>
  );
}
