/* The joint graph in small: time runs down the forward and up the backward, and what is kept crosses between them. */

import { plural } from '../../lib/format';
import { hover, select, strongest, useModel } from '../../model';
import { visible } from '../../lib/format';
import type { Cut, Crossing } from './cut-model';

const WIDTH = 230;
const HEIGHT = 240;
const LEFT = 60;
const RIGHT = 160;
const COLUMN = 14;

export function JointMap({ cut }: { readonly cut: Cut }) {
  const { forward, backward, crossings, again } = cut.map;
  const largest = Math.max(1, ...crossings.map((one) => one.bytes ?? 0));
  const y = (at: number, of: number) => 14 + (at / Math.max(1, of)) * (HEIGHT - 24);
  return (
    <figure class="ce-joint">
      <figcaption>
        <h3>Joint graph, {plural(forward + backward, 'op')}</h3>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${plural(crossings.length, 'tensor')} cross from ${plural(forward, 'op')} of the forward to ${plural(backward, 'op')} of the backward; ${again.length} of these are computed again`}
      >
        <text x={LEFT - COLUMN} y="9" text-anchor="end">
          forward ↓
        </text>
        <text x={RIGHT + COLUMN} y="9">
          ↑ backward
        </text>
        <line class="ce-joint-cut" x1={(LEFT + RIGHT) / 2} x2={(LEFT + RIGHT) / 2} y1="4" y2={HEIGHT - 4} />
        <rect class="ce-joint-ops" x={LEFT - COLUMN} y={y(0, 1)} width={COLUMN} height={HEIGHT - 24} />
        <rect class="ce-joint-ops" x={RIGHT} y={y(0, 1)} width={COLUMN} height={HEIGHT - 24} />
        {again.map((at) => (
          <line
            key={at}
            class="ce-joint-again"
            x1={RIGHT}
            x2={RIGHT + 2 * COLUMN}
            y1={y(at, backward)}
            y2={y(at, backward)}
          />
        ))}
        {crossings.map((one) => (
          <Curve
            key={one.ref}
            crossing={one}
            width={1 + 5 * Math.sqrt((one.bytes ?? 0) / largest)}
            from={y(one.from, forward)}
            to={y(one.to, backward)}
          />
        ))}
      </svg>
      <p class="ce-note">Width: bytes kept. Amber: computed again in the backward.</p>
    </figure>
  );
}

interface CurveProps {
  readonly crossing: Crossing;
  readonly width: number;
  readonly from: number;
  readonly to: number;
}

function Curve({ crossing: { ref, name }, width, from, to }: CurveProps) {
  const model = useModel();
  const half = (LEFT + RIGHT) / 2;
  return (
    <path
      class="ce-joint-kept"
      d={`M${LEFT} ${from}C${half} ${from} ${half} ${to} ${RIGHT} ${to}`}
      stroke-width={width}
      data-mark={strongest(model, [ref])}
      onMouseEnter={() => hover(model, [ref])}
      onMouseLeave={() => hover(model, [])}
      onClick={(event) => select(model, [ref], event.shiftKey)}
    >
      <title>{visible(name)}</title>
    </path>
  );
}
