/* The guards of a compilation: yours, those of weights, and noise, folded by what they look at and counted. */

import { useMemo, useState } from 'preact/hooks';
import { plural, time, visible } from '../../lib/format';
import { guardWords } from '../../lib/guard-words';
import { guardName } from '../../lib/guard-name';
import { match } from '../../lib/match';
import { useModel } from '../../model';
import { showFunction, showPlace, type Compilation, type Guard } from '../../report';
import { GraphChip } from '../parts/chip';
import { FilterChip } from '../parts/filter-chip';
import { Long } from '../parts/long';
import { RefButton } from '../parts/ref-button';
import { Empty } from '../parts/say';
import { Check } from '../parts/segmented';
import { useMore } from '../parts/more';
import { guardGroups, type GuardGroup } from './rows';

const SECTIONS = {
  yours: ['Your inputs and settings', ''],
  weights: ['Weights', ''],
  noise: ['Noise', 'that a normal program never fails'],
} as const;

export function GuardsPanel() {
  const { report, compilation } = useModel();
  const [query, setQuery] = useState('');
  const [root, setRoot] = useState<string | null>(null);
  const [fold, setFold] = useState(true);
  const shown = compilation.value;
  const guards = useMemo(() => (shown ? guardsOf(shown) : []), [shown]);
  const frames = report.value.compilations.filter((one) => guardsOf(one).length > 0);
  if (frames.length === 0) return <Empty title="No guards">Nothing was compiled, or torch did not record them.</Empty>;
  const roots = rootCounts(guards);
  const chosen = root !== null && roots.has(root) ? root : null;
  const found = guards.filter(
    (guard) => (chosen === null || rootOf(guard) === chosen) && (!query || match(query, text(guard))),
  );
  const groups = guardGroups(found);
  return (
    <div class="ce-guards">
      <div class="ce-tbar">
        <FilterChip on={chosen === null} label="All" count={guards.length} onPress={() => setRoot(null)} />
        {[...roots].slice(0, MOST).map(([name, count]) => (
          <FilterChip key={name} on={chosen === name} label={name} count={count} onPress={() => setRoot(name)} />
        ))}
        <input
          class="ce-filter"
          type="search"
          placeholder="x, shape, TENSOR_MATCH …"
          aria-label="Filter guards"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
        />
        <Check on={fold} label="fold noise" onChange={setFold} />
        <span class="ce-spring" />
        <span>{plural(guards.length, 'guard')} of this compile</span>
      </div>
      <Frames frames={frames} />
      {shown && guards.length === 0 && <Empty title="No guards">This compilation has none.</Empty>}
      {(['yours', 'weights', 'noise'] as const).map((section) => (
        <SectionRows
          key={section}
          section={section}
          groups={groups.filter((group) => group.section === section)}
          total={guards.length}
          folded={fold && section === 'noise'}
        />
      ))}
    </div>
  );
}

function guardsOf(compilation: Compilation): readonly Guard[] {
  return compilation.stages.flatMap((stage) => stage.guards);
}

/** No more roots have a chip. */
const MOST = 8;

/** What a guard's value is reached from: an argument, the globals, or the state of torch. */
function rootOf({ source }: Guard): string {
  const local = /^L\['([^']+)'\]/.exec(source ?? '');
  if (local) return /_parameters|_buffers|\.weight|\.bias/.test(source!) ? 'weights' : local[1]!;
  return source?.startsWith('G[') ? 'globals' : 'state';
}

function rootCounts(guards: readonly Guard[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const guard of guards) counts.set(rootOf(guard), (counts.get(rootOf(guard)) ?? 0) + 1);
  return counts;
}

function text(guard: Guard): string {
  return `${guard.kind} ${guard.source ?? ''} ${guard.expression} ${guard.place?.source ?? ''}`;
}

/** The compilations as cells: how many guards each, and what one run of them takes. */
function Frames({ frames }: { readonly frames: readonly Compilation[] }) {
  const { compilation, state } = useModel();
  const { shown, more } = useMore(frames, 40);
  return (
    <div class="ce-frames" role="group" aria-label="Compilation">
      {shown.map((one) => (
        <button
          key={one.key}
          type="button"
          class="ce-frame"
          aria-pressed={one === compilation.value}
          onClick={() => (state.compile.value = one.key)}
        >
          <span>
            <span class="ce-m">{visible(one.id)}</span> <GraphChip compile={one.key} /> {visible(showFunction(one))}
          </span>
          <span class="ce-note">
            {plural(guardsOf(one).length, 'guard')}
            {latency(one) !== null && ` · ${time(latency(one))}`}
          </span>
        </button>
      ))}
      {more}
    </div>
  );
}

/** What one cold run of the guards took, as Dynamo measured it. */
function latency(compilation: Compilation): number | null {
  const metrics = compilation.stages.filter((stage) => stage.stage === 'guards').flatMap((stage) => stage.metrics);
  const value = metrics.find((metric) => metric.name === 'latency')?.value;
  return typeof value === 'number' ? value : null;
}

interface SectionProps {
  readonly section: GuardGroup['section'];
  readonly groups: readonly GuardGroup[];
  readonly total: number;
  readonly folded: boolean;
}

function SectionRows({ section, groups, total, folded }: SectionProps) {
  const { shown, more } = useMore(groups, 300);
  const count = groups.reduce((sum, group) => sum + group.guards.length, 0);
  if (count === 0) return null;
  const [title, about] = SECTIONS[section];
  return (
    <section class="ce-guard-section" aria-label={title}>
      <h3>
        {title}{' '}
        <span class="ce-note">
          {count} of {plural(total, 'guard')} {about}
        </span>
      </h3>
      {shown.map((group) => (
        <Group key={group.source} group={group} noise={section === 'noise'} folded={folded} />
      ))}
      {more}
    </section>
  );
}

function Group({
  group,
  noise,
  folded,
}: {
  readonly group: GuardGroup;
  readonly noise: boolean;
  readonly folded: boolean;
}) {
  const model = useModel();
  const [open, setOpen] = useState<boolean | null>(null);
  const unfolded = open ?? (!folded && noise);
  const place = group.place;
  return (
    <>
      <div class="ce-guard" data-noise={noise}>
        <button
          type="button"
          class="ce-tw"
          aria-expanded={unfolded}
          aria-label={`${unfolded ? 'Fold' : 'Unfold'} ${group.source}`}
          onClick={() => setOpen(!unfolded)}
        />
        <RefButton refs={group.guards.map((guard) => guard.ref)} class="ce-guard-name">
          <span title={visible(group.source)}>{visible(guardName(group.source))}</span>
        </RefButton>
        <span class="ce-guard-must">{visible(summary(group)).slice(0, 400)}</span>
        <span class="ce-num">
          {group.guards.length} <i class="ce-bar" style={{ width: `${Math.min(group.guards.length * 3, 60)}px` }} />
        </span>
        <span class="ce-guard-line">
          {place
            ? visible(`${showPlace(place, model.report.value.program.cwd)}  ${place.source ?? ''}`)
            : noise
              ? 'torch'
              : ''}
        </span>
      </div>
      {unfolded &&
        group.guards.map((guard) => (
          <div key={guard.ref} class="ce-guard-full" data-noise={noise}>
            <RefButton refs={[guard.ref]} class="ce-cell">
              <span class="ce-badge">{visible(guard.kind)}</span>
            </RefButton>
            <code>
              <Long text={guard.expression} limit={300} />
            </code>
            {guard.failed.length > 0 && (
              <span class="ce-c-warn">✕ failed: made {visible(guard.failed.join(', '))}</span>
            )}
          </div>
        ))}
    </>
  );
}

/** What a group demands, in a line: the guard that failed, else the one that says most. */
function summary({ guards }: GuardGroup): string {
  const failed = guards.find((guard) => guard.failed.length > 0);
  return guardWords((failed ?? guards.find((guard) => guard.kind.endsWith('MATCH')) ?? guards[0]!).expression);
}
