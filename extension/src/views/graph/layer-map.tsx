/* The layers of a graph, a row each and a cell an op: a layer that differs from the others is seen at once. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { plural, whole } from '../../lib/format';
import type { Layer, Outline } from '../../lib/graph';
import { select, useModel } from '../../model';
import { readPalette, watchTheme } from './palette';

const ROW = 9;
const WIDTH = 220;

export interface LayerMapProps {
  readonly layers: readonly Layer[];
  readonly outline: Outline;
}

export function LayerMap({ layers, outline }: LayerMapProps) {
  const model = useModel();
  const canvas = useRef<HTMLCanvasElement>(null);
  const longest = Math.max(...layers.map((layer) => layer.places.length));
  const total = layers.reduce((sum, layer) => sum + layer.places.length, 0);
  const height = layers.length * ROW;
  const draw = (selected: ReadonlySet<string>, linked: ReadonlySet<string>) =>
    canvas.current && paint(canvas.current, { layers, outline }, longest, selected, linked);
  useSignalEffect(() => void draw(model.selected.value, model.linked.value));
  useEffect(() => {
    const again = () => void draw(model.selected.peek(), model.linked.peek());
    again();
    return watchTheme(canvas.current!, again);
  }, [layers]);
  const layerAt = (event: MouseEvent) => layers[Math.floor((event.offsetY / height) * layers.length)];
  return (
    <div class="ce-layers">
      <h3>All {plural(total, 'op')}, a row a layer</h3>
      <canvas
        ref={canvas}
        role="img"
        aria-label={layers.map((layer) => `${layer.title} ${plural(layer.places.length, 'op')}`).join(', ')}
        style={{ width: `${WIDTH}px`, height: `${height}px` }}
        onMouseMove={(event) => {
          const layer = layerAt(event);
          event.currentTarget.title = layer ? `${layer.title}, ${whole(layer.places.length)} ops` : '';
        }}
        onClick={(event) => {
          const layer = layerAt(event);
          if (layer) select(model, refsOf(layer, outline), event.shiftKey);
        }}
      />
      <p class="ce-note">
        {layers[0]!.title} to {layers.at(-1)!.title}. Dark: products, convolutions, attention; pale: views. Framed: what
        the graph draws.
      </p>
    </div>
  );
}

function refsOf({ places }: Layer, outline: Outline): readonly string[] {
  return places.map((at) => outline.items[at]!.ref);
}

function paint(
  canvas: HTMLCanvasElement,
  { layers, outline }: LayerMapProps,
  longest: number,
  selected: ReadonlySet<string>,
  linked: ReadonlySet<string>,
): void {
  const ratio = devicePixelRatio;
  canvas.width = Math.round(WIDTH * ratio);
  canvas.height = Math.round(layers.length * ROW * ratio);
  const context = canvas.getContext('2d')!;
  const palette = readPalette(canvas.parentElement!);
  const shades = [palette.strong, palette.line2, palette.text3];
  context.scale(ratio, ratio);
  const cell = WIDTH / longest;
  layers.forEach((layer, row) => {
    layer.places.forEach((at, op) => {
      const { ref } = outline.items[at]!;
      const lit = selected.has(ref) ? palette.bar : linked.has(ref) ? palette.selected : null;
      context.fillStyle = lit ?? shades[layer.weights[op]!]!;
      context.fillRect(op * cell, row * ROW, Math.max(0.6, cell - (cell > 3 ? 0.6 : 0)), ROW - 2);
    });
    if (!layer.drawn) return;
    context.strokeStyle = palette.bar;
    context.strokeRect(0.5, row * ROW - 0.5, Math.min(WIDTH - 1, layer.places.length * cell), ROW - 1);
  });
}
