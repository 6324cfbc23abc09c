/* The verdict bar: what was explained, five facts that link to their evidence, the worst finding, what to do first. */

import { useModel } from '../../model';
import { actions, showPlace } from '../../report';
import { visible } from '../../lib/format';
import { Icon } from '../parts/icon';
import { RefButton } from '../parts/ref-button';
import { FactList } from './fact-list';
import { Menu } from './menu';
import { TodoList } from './todo';
import { Worst } from './worst';
import { heading } from './facts';

export function Verdict() {
  const model = useModel();
  const { report, state } = model;
  const { program } = report.value;
  const todo = actions(report.value);
  return (
    <header class="ce-verdict">
      <div class="ce-v1">
        <Icon name="mark" />
        <h1>{visible(program.name)}</h1>
        {program.place && (
          <RefButton class="ce-place" refs={placeRefs(program.place)} title="The explained function">
            {visible(showPlace(program.place, program.cwd))}
          </RefButton>
        )}
        <span class="ce-heading">{visible(heading(report.value).join(' · '))}</span>
        <span class="ce-spring" />
        <button
          type="button"
          class="ce-search-open"
          aria-label="Search everything"
          onClick={() => (state.overlay.value = 'search')}
        >
          <Icon name="search" />
          <span class="ce-wide">Search everything</span>
          <kbd class="ce-wide">/</kbd>
        </button>
        {state.host.rerun && (
          <button type="button" class="ce-btn" onClick={state.host.rerun}>
            Re-run
          </button>
        )}
        {state.host.openMain && (
          <button type="button" class="ce-btn" title="Open in a main-area panel (m)" onClick={state.host.openMain}>
            <Icon name="open" />
            <span class="ce-sr">Open in a main-area panel</span>
          </button>
        )}
        <Menu />
      </div>
      <div class="ce-v2">
        <FactList />
        <Worst />
      </div>
      {todo.length > 0 && <TodoList sentences={todo} />}
      <Problems />
    </header>
  );

  function placeRefs(place: NonNullable<typeof program.place>): readonly string[] {
    return place.line === null ? [] : [`source:${place.file}:${place.line}`];
  }
}

/** What of the document could not be read: said once, the rest is shown. */
function Problems() {
  const { problems } = useModel();
  if (problems.value.length === 0) return null;
  return (
    <p class="ce-problems" role="status">
      <Icon name="warn" /> A part of this report could not be read: {visible(problems.value.join('; '))}. The rest is
      shown.
    </p>
  );
}
