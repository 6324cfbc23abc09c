/* The page of the bench: draws the graph of the report in the page, everything open, and times it. */

import { signal } from '@preact/signals';
import { render } from 'preact';
import { everything, outlineOf, planOf } from '../src/lib/graph';
import { layout } from '../src/lib/layout';
import { createModel, ModelContext } from '../src/model';
import { createState } from '../src/state';
import { GraphPane } from '../src/views/graph';
import { choiceFor } from '../src/views/graph/choice';
import { itemsOfGraph } from '../src/views/graph/items';

const report: unknown = JSON.parse(document.getElementById('report')!.textContent!);
const model = createModel(signal(report), createState());
const index = model.index.value;
const graph = model.report.value.compilations[0]!.stages[0]!.graphs[0]!;

/** The layout alone, as in a fresh page; then once more, when the code is warm. */
function timeLayout() {
  const outlined = timed(() => outlineOf(itemsOfGraph(graph, index), true));
  const planned = timed(() => planOf(outlined.value, everything(outlined.value, true, true), 6.6));
  const first = timed(() => layout(planned.value.input));
  const again = timed(() => layout(planned.value.input));
  return {
    boxes: planned.value.boxes.length,
    edges: planned.value.input.from.length,
    outline: outlined.ms,
    plan: planned.ms,
    layout: first.ms,
    again: again.ms,
  };
}

function timed<T>(work: () => T): { value: T; ms: number } {
  const start = performance.now();
  const value = work();
  return { value, ms: performance.now() - start };
}

/** From the layout's arrival to the first frame with all boxes; then frames while the wheel turns. */
async function timeDrawing(frames: number) {
  const choice = choiceFor(graph, index);
  choice.shown.value = everything(choice.outline.value, true, true);
  render(
    <ModelContext.Provider value={model}>
      <GraphPane graph={graph} limit={60_000} />
    </ModelContext.Provider>,
    document.getElementById('app')!,
  );
  const canvas = await until(() => document.querySelector<HTMLCanvasElement>('.ce-graph-canvas'));
  const start = performance.now();
  await nextFrame();
  await nextFrame();
  const first = performance.now() - start;
  const near = await panning(canvas, frames);
  choice.camera.value = { x: 0, y: 0, scale: 0.3 };
  await nextFrame();
  const far = await panning(canvas, frames);
  return { first, near, far };
}

/** Milliseconds of each frame while the drawing moves, slowest last. */
async function panning(canvas: HTMLCanvasElement, frames: number): Promise<number[]> {
  const times: number[] = [];
  let before = await nextFrame();
  for (let frame = 0; frame < frames; frame++) {
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: 120, bubbles: true, cancelable: true }));
    const now = await nextFrame();
    times.push(now - before);
    before = now;
  }
  return times.sort((a, b) => a - b);
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
}

async function until<T>(find: () => T | null): Promise<T> {
  for (;;) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

Object.assign(window, { timeLayout, timeDrawing });
