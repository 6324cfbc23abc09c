/* A stage pane: one column of the pipeline as graph, text, steps or table. */

import { setPane } from '../../actions';
import { useModel } from '../../model';
import { TITLES, type ColumnData } from '../../report';
import { setOptions, type Mode } from '../../state';
import { visible } from '../../lib/format';
import { GraphPane } from '../graph';
import { Icon } from '../parts/icon';
import { Empty, Section } from '../parts/say';
import { Segmented } from '../parts/segmented';
import { CodeStack } from './code-stack';
import { graphItems, graphOf, modeOf, modesOf, MODES, textItems, textOf, type Item } from './choices';
import { changesOf } from './changes';
import { OneText } from './one-text';
import { SourceText } from './source-text';
import { Steps } from './steps';
import { StageTable } from './table';
import { useTogether } from './together';

const REASONS = {
  absent: 'There is nothing here',
  cached: 'From the cache',
  failed: 'This stage failed',
  not_reached: 'Not reached',
  done: '',
};

export function StagePane({ at }: { readonly at: 0 | 1 }) {
  const model = useModel();
  const { state, columns } = model;
  const choice = state.panes.value[at];
  const data = columns.value.find((one) => one.column === choice.column) ?? columns.value[0]!;
  const mode = modeOf(data, choice);
  const body = useTogether(at);
  const letter = at === 0 ? 'A' : 'B';
  const active = state.active.value === at;
  return (
    <section
      class="ce-pane ce-stage"
      aria-label={`${letter}: ${TITLES[data.column]}`}
      data-pane={letter}
      data-active={active}
      onFocusCapture={() => (state.active.value = at)}
    >
      <div class="ce-ph">
        <span class="ce-tag" data-active={active}>
          {letter}
        </span>
        <b>{TITLES[data.column]}</b>
        <ItemPicker items={itemsOf(data, mode)} shown={shownItem()} onPick={(item) => setPane(model, at, { item })} />
        <span class="ce-spring" />
        {mode === 'listing' && data.column === 'code' && (
          <Segmented
            label="Listing"
            value={state.options.value.tidy ? 'tidy' : 'exact'}
            options={[
              ['tidy', 'Tidy'],
              ['exact', 'Exact'],
            ]}
            onChange={(value) => setOptions(state, { tidy: value === 'tidy' })}
          />
        )}
        <Segmented<Mode>
          label="Shown as"
          value={mode ?? 'graph'}
          options={modesOf(data).map((one) => [one, MODES[one]])}
          onChange={(value) => setPane(model, at, { mode: value })}
        />
        <button
          type="button"
          class="ce-ibtn"
          aria-pressed={state.alone.value === at}
          title={state.alone.value === at ? 'Back to the panes (Esc)' : 'Open alone'}
          onClick={() => (state.alone.value = state.alone.value === at ? null : at)}
        >
          <Icon name="open" />
          <span class="ce-sr">Open {letter} alone</span>
        </button>
      </div>
      <div class="ce-pb" ref={body} data-mode={mode} tabIndex={mode === 'table' || mode === null ? 0 : undefined}>
        <Section key={`${data.column} ${mode} ${shownItem()}`} what={`${TITLES[data.column]}, ${mode ?? 'nothing'}`}>
          <Body data={data} mode={mode} at={at} />
        </Section>
      </div>
    </section>
  );

  function shownItem(): string {
    if (mode === 'graph') return graphOf(data, choice, state.pass.value)?.ref ?? '';
    return mode === 'listing' ? (textOf(data, choice, state.pass.value)?.ref ?? '') : '';
  }
}

function itemsOf(data: ColumnData, mode: Mode | null): readonly Item[] {
  if (mode === 'graph') return graphItems(data);
  return mode === 'listing' && data.column !== 'code' ? textItems(data) : [];
}

function ItemPicker(props: { items: readonly Item[]; shown: string; onPick: (ref: string) => void }) {
  if (props.items.length < 2) return null;
  return (
    <select
      class="ce-item"
      aria-label="Which one"
      value={props.shown}
      onChange={(event) => props.onPick(event.currentTarget.value)}
    >
      {props.items.map((item) => (
        <option key={item.ref} value={item.ref}>
          {visible(item.label).slice(0, 100)}
        </option>
      ))}
    </select>
  );
}

/** Why there is nothing, where the title does not say it already. */
function reasonOf({ state, reason }: ColumnData): string {
  if (state === 'not_reached' && reason === 'not reached') return 'The compile ended at an earlier stage.';
  return sentence(visible(reason ?? 'this report holds nothing of it'));
}

/** A reason as a sentence of its own. */
function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function Body({ data, mode, at }: { readonly data: ColumnData; readonly mode: Mode | null; readonly at: 0 | 1 }) {
  const { state } = useModel();
  const choice = state.panes.value[at];
  if (data.column === 'source') return <SourceText />;
  if (mode === null) {
    return <Empty title={REASONS[data.state]}>{reasonOf(data)}</Empty>;
  }
  if (mode === 'steps') return <Steps data={data} chosen={choice.item} at={at} />;
  if (mode === 'table') return <StageTable data={data} />;
  if (mode === 'listing' && data.column === 'code') return <CodeStack data={data} />;
  if (mode === 'listing') {
    const text = textOf(data, choice, state.pass.value);
    return text ? <OneText record={text} /> : <Empty title="No text">The report holds no text of this stage.</Empty>;
  }
  const graph = graphOf(data, choice, state.pass.value);
  return graph ? <GraphPane graph={graph} changed={changesOf(data, graph)} /> : null;
}
