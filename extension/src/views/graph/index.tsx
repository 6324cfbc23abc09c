/* One graph: the drawing, its small map, the tree beneath it, and what is said when it cannot be drawn. */

import { useSignal, type Signal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { graphClass } from '../../lib/colour';
import { plural, whole } from '../../lib/format';
import { hasModules, toggle, toggleCopies, type Group } from '../../lib/graph';
import { hover, select, useModel, type Mark, type Model } from '../../model';
import { parseRef, refusalsOf, type Graph } from '../../report';
import { Empty } from '../parts/say';
import { Bar } from './bar';
import { fitCamera, homeCamera, zoom, type View } from './camera';
import { choiceFor, type Choice } from './choice';
import { Drawing, showBox } from './drawing';
import { Minimap } from './minimap';
import { Modules } from './modules';
import { NotDrawn } from './not-drawn';
import type { Change } from './paint';
import { boxOfKey, rowsOf, type Row } from './rows';
import { groupRefs, marksOf, type Scene } from './scene';
import { Tree } from './tree';
import { useAnchor } from './use-anchor';
import { useReveal } from './use-reveal';
import { useScene } from './use-scene';

export type { Change } from './paint';

export interface GraphPaneProps {
  readonly graph: Graph;
  /** By ref of the node, when a step is shown. */
  readonly changed?: ReadonlyMap<string, Change>;
  /** Without the line under it. */
  readonly bare?: boolean;
  /** A layout that takes longer is given up, in milliseconds. */
  readonly limit?: number;
}

export function GraphPane({ graph, changed, bare, limit }: GraphPaneProps) {
  const model = useModel();
  const index = model.index.value;
  const choice = useMemo(() => choiceFor(graph, index, bare), [graph, index]);
  const em = useMemo(characterWidth, []);
  const laid = useScene(choice.outline.value, choice.shown.value, em, limit);
  const view = useSignal<View>({ width: 0, height: 0, unit: 1 });
  const unit = model.state.options.value.large ? LARGE : 1;
  if (view.peek().unit !== unit) view.value = { ...view.peek(), unit };
  const { alone, active } = model.state;
  const modules = hasModules(choice.outline.value);
  const beside = modules && choice.modules.value && alone.value !== null && !bare;
  const number = model.numbers.value.get(parseRef(graph.ref)?.key ?? '') ?? null;
  if (graph.nodes.length === 0) return <Empty title="No nodes">This graph is empty.</Empty>;
  if (laid.state === 'too long' || laid.state === 'failed')
    return <NotDrawn state={laid.state} {...{ graph, choice }} />;
  return (
    <div class={`ce-graph ${number === null ? '' : graphClass(number)}`} data-state={laid.state}>
      <div class="ce-graph-split">
        {beside && <Modules outline={choice.outline.value} />}
        {laid.scene ? (
          <Drawn {...{ model, choice, view, number, changed, graph }} scene={laid.scene} />
        ) : (
          <div class="ce-empty ce-graph-wait" role="status">{`Drawing ${plural(graph.nodes.length, 'node')}`}</div>
        )}
      </div>
      {!bare && (
        <Bar
          modules={modules ? beside : null}
          onModules={() => {
            choice.modules.value = alone.value === null || !beside;
            alone.value ??= active.value;
          }}
          outline={choice.outline.value}
          plan={laid.plan}
          shown={choice.shown.value}
          moved={choice.shown.value.open !== choice.first.open}
          asList={choice.asList.value}
          onShown={(shown) => (choice.shown.value = shown)}
          onList={(asList) => (choice.asList.value = asList)}
          onZoom={(factor) => laid.scene && zoomBy(choice, laid.scene, view.value, factor)}
        />
      )}
    </div>
  );
}

/** How much larger a drawing starts in large type. */
const LARGE = 1.3;
const MARKS: readonly Mark[] = [null, 'linked', 'selected'];

interface DrawnProps {
  readonly model: Model;
  readonly choice: Choice;
  readonly scene: Scene;
  readonly view: Signal<View>;
  readonly number: number | null;
  readonly changed: ReadonlyMap<string, Change> | undefined;
  readonly graph: Graph;
}

function Drawn({ model, choice, scene, view, number, changed, graph }: DrawnProps) {
  const { shown, active, camera, asList } = choice;
  const outline = choice.outline.value;
  const focused = useSignal(false);
  const body = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(outline, shown.value), [outline, shown.value]);
  const marks = useMarks(model, scene);
  const hold = useAnchor(scene, camera, view);
  useReveal(model, scene, camera, view);
  const fold = (group: Group | null) => {
    if (!group) return;
    hold(group);
    shown.value = toggle(shown.value, group.key);
  };
  const activate = (row: Row) => {
    active.value = row.key;
    const box = boxOfKey(scene, row.key);
    if (box >= 0) showBox(camera, view.value, scene, box);
    hover(model, row.item ? [row.item.ref] : []);
  };
  const key = active.value ?? rows[0]?.key ?? null;
  return (
    <div ref={body} class="ce-graph-body" data-list={asList.value} data-focused={focused.value}>
      {!asList.value && (
        <>
          <Drawing
            {...{ scene, camera, view, marks, changed }}
            focused={focused.value && key !== null ? boxOfKey(scene, key) : -1}
            why={(a, b) => refusalsOf(model.index.value).why(a, b)}
            onPoint={(target) => hover(model, target?.refs ?? [])}
            onPick={(target, add) => {
              body.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
              if (target) active.value = target.item?.ref ?? target.group?.key ?? null;
              if (target || !add) select(model, target?.refs ?? [], add);
            }}
            onToggle={(target) => fold(target.group)}
          />
          <Minimap {...{ scene, camera, view, marks }} />
        </>
      )}
      <Tree
        {...{ rows, scene }}
        label={`${titleOf(graph)}${number === null ? '' : ` of graph ${number}`}, ${whole(scene.plan.boxes.length)} boxes for ${plural(graph.nodes.length, 'node')}`}
        graph={number}
        active={key}
        visible={asList.value}
        markOf={(row) => MARKS[marks()[boxOfKey(scene, row.key)] ?? 0]!}
        onActive={activate}
        onPick={(row, add) => select(model, row.item ? [row.item.ref] : groupRefs(outline, row.group!), add)}
        onToggle={(row) => fold(row.group)}
        onZoom={(factor) => zoomBy(choice, scene, view.value, factor)}
        onCopies={() => (shown.value = toggleCopies(outline, shown.value))}
        onFocus={(now) => (focused.value = now)}
        onLeave={() => hover(model, [])}
      />
    </div>
  );
}

/** Marks by box; the same array as long as the selection and the pointer stay. */
function useMarks(model: Model, scene: Scene) {
  const held = useRef<{ selected: unknown; linked: unknown; scene: Scene; marks: Uint8Array } | null>(null);
  return () => {
    const [selected, linked] = [model.selected.value, model.linked.value];
    const last = held.current;
    if (last && last.selected === selected && last.linked === linked && last.scene === scene) return last.marks;
    const marks = marksOf(scene, selected, linked);
    held.current = { selected, linked, scene, marks };
    return marks;
  };
}

/** Zooms around the middle; 0 shows all of it. */
function zoomBy({ camera }: Choice, { drawn }: Scene, view: View, factor: number): void {
  const seen = camera.value ?? homeCamera(drawn, view);
  camera.value =
    factor === 0 ? fitCamera(drawn, view) : zoom(seen, factor, view.width / 2, view.height / 2, drawn, view);
}

const WAYS = { dynamo: '', joint: 'joint', fwd: 'forward', bwd: 'backward' } as const;

function titleOf(graph: Graph): string {
  const ref = parseRef(graph.ref);
  return ref ? `${ref.stage.replaceAll('_', ' ')} ${WAYS[ref.direction]} graph`.replace('  ', ' ') : graph.name;
}

/** The width of one character of the boxes' font, so that boxes fit their texts. */
function characterWidth(): number {
  const context = document.createElement('canvas').getContext('2d')!;
  context.font = '11px ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace';
  return context.measureText('0'.repeat(20)).width / 20 || 6.6;
}
