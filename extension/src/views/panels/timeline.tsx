/* The flame chart of the compile: phases nested by depth, workers below, waiting hatched. */

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { phaseFamily } from '../../lib/colour';
import { time, visible } from '../../lib/format';
import { hover, select, useMark, useModel } from '../../model';
import { Empty } from '../parts/say';
import { ticks, timeline, shift, zoom, type Bar, type Lane } from './timeline-layout';

const ROW = 18;
const LABEL = 90;
const KEYS = [
  ['dynamo', 'Dynamo'],
  ['guard', 'guards'],
  ['aot', 'AOT'],
  ['ind', 'Inductor'],
  ['gxx', 'waiting'],
] as const;

export function TimelinePanel() {
  const { report } = useModel();
  const shown = useMemo(() => timeline(report.value), [report.value]);
  const whole = useMemo(() => [shown.start, shown.end] as const, [shown]);
  const [view, setView] = useState<readonly [number, number]>(whole);
  useEffect(() => setView(whole), [whole]);
  const width = useRef<HTMLDivElement>(null);
  const drag = useRef<number | null>(null);
  if (shown.lanes.length === 0) return <Empty title="No times">torch recorded no phase of this compile.</Empty>;
  const perPixel = () => (view[1] - view[0]) / Math.max(1, (width.current?.clientWidth ?? 800) - LABEL);
  const timeAt = (event: MouseEvent) => {
    const left = width.current?.getBoundingClientRect().left ?? 0;
    return view[0] + (event.clientX - left - LABEL) * perPixel();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const middle = (view[0] + view[1]) / 2;
    const step = (view[1] - view[0]) / 8;
    if (event.key === '+' || event.key === '=') setView(zoom(view, whole, middle, 0.8));
    else if (event.key === '-') setView(zoom(view, whole, middle, 1.25));
    else if (event.key === '0') setView(whole);
    else if (event.key === 'ArrowLeft' && zoomed(view, whole)) setView(shift(view, whole, -step));
    else if (event.key === 'ArrowRight' && zoomed(view, whole)) setView(shift(view, whole, step));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={width}
      class="ce-flame"
      role="group"
      aria-label="Timeline of the compile; plus and minus zoom"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onWheel={(event) => {
        if (!event.ctrlKey && !event.altKey && !zoomed(view, whole)) return;
        event.preventDefault();
        setView(zoom(view, whole, timeAt(event), event.deltaY > 0 ? 1.2 : 1 / 1.2));
      }}
      onPointerDown={(event) => (drag.current = event.clientX)}
      onPointerUp={() => (drag.current = null)}
      onPointerLeave={() => (drag.current = null)}
      onPointerMove={(event) => {
        if (drag.current === null || !zoomed(view, whole)) return;
        setView(shift(view, whole, (drag.current - event.clientX) * perPixel()));
        drag.current = event.clientX;
      }}
      onDblClick={() => setView(whole)}
    >
      <Axis view={view} />
      {shown.lanes.map((lane) => (
        <LaneRows key={lane.name} lane={lane} view={view} />
      ))}
    </div>
  );
}

function zoomed(view: readonly [number, number], whole: readonly [number, number]): boolean {
  return view[1] - view[0] < (whole[1] - whole[0]) * 0.999;
}

function Axis({ view }: { readonly view: readonly [number, number] }) {
  return (
    <div class="ce-axis">
      <div class="ce-track">
        {ticks(view[0], view[1], 6).map((at) => (
          <span key={at} class="ce-tick" data-end={share(at, view) > 95} style={{ left: `${share(at, view)}%` }}>
            {at === 0 ? '0 s' : time(at)}
          </span>
        ))}
      </div>
    </div>
  );
}

function share(at: number, view: readonly [number, number]): number {
  return ((at - view[0]) / (view[1] - view[0] || 1)) * 100;
}

function LaneRows({ lane, view }: { readonly lane: Lane; readonly view: readonly [number, number] }) {
  const least = (view[1] - view[0]) / 2000;
  const seen = lane.bars.filter(
    ({ span }) => span.start + span.seconds >= view[0] && span.start <= view[1] && span.seconds >= least,
  );
  return (
    <div class="ce-lane" style={{ height: `${lane.rows * ROW + 2}px` }}>
      <span class="ce-lane-name">{visible(lane.name)}</span>
      <div class="ce-track">
        {seen.map((bar) => (
          <BarButton key={bar.span.ref} bar={bar} view={view} />
        ))}
      </div>
    </div>
  );
}

function BarButton({ bar, view }: { readonly bar: Bar; readonly view: readonly [number, number] }) {
  const model = useModel();
  const { span, row, name } = bar;
  const left = Math.max(0, share(span.start, view));
  const right = Math.min(100, share(span.start + span.seconds, view));
  const said = `${visible(name)}, ${time(span.seconds)}${span.waiting ? ', waiting for another program' : ''}`;
  return (
    <button
      type="button"
      class={`ce-fl ce-ph-${phaseFamily(span.name, span.waiting)}`}
      style={{ left: `${left}%`, width: `max(1px, calc(${right - left}% - 1px))`, top: `${row * ROW}px` }}
      title={said}
      aria-label={said}
      data-mark={useMark(model, [span.ref])}
      onMouseEnter={() => hover(model, [span.ref])}
      onMouseLeave={() => hover(model, [])}
      onClick={(event) => {
        if (bar.compile !== null) model.state.compile.value = bar.compile;
        select(model, [span.ref], event.shiftKey);
      }}
    >
      {right - left > 3.5 && `${visible(name)} ${time(span.seconds)}`}
    </button>
  );
}

/** The key of the fills, in the panel's head. */
export function TimelineKey() {
  return (
    <>
      {KEYS.map(([name, label]) => (
        <span key={name} class="ce-key">
          <i class={`ce-ph-${name}`} /> {label}
        </span>
      ))}
    </>
  );
}
