/* The user's code around a step, with the part of the line that the instruction came from; library code names its call. */

import { useEffect, useRef } from 'preact/hooks';
import { visible } from '../../lib/format';
import { useModel } from '../../model';
import { shortFile, type Place, type Step } from '../../report';
import { useText } from '../parts/use-texts';
import { isLibrary, type Frame } from './log';

/** Lines before and after. */
const AROUND = 8;

export function StepSource({ step, calls }: { readonly step: Step; readonly calls: readonly Frame[] }) {
  const { report } = useModel();
  const { cwd } = report.value.program;
  const place = step.place;
  const source = place && report.value.sources.find((one) => one.file === place.file);
  return (
    <>
      {source?.text != null && place?.line != null ? (
        <Lines textKey={source.text} place={place} line={place.line} />
      ) : (
        <p class="ce-pad ce-note">
          {place ? `${visible(shortFile(place.file, cwd))}:${place.line ?? '?'}` : 'no line of code'}
          {place && isLibrary(place.file) && ', library code'}
        </p>
      )}
      {calls.length > 1 && (
        <ol class="ce-calls">
          {calls.slice(1, 12).map((call, at) => (
            <li key={at}>
              <span class="ce-note">called from</span> <span class="ce-m">{visible(call.function)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Lines({ textKey, place, line }: { readonly textKey: string; readonly place: Place; readonly line: number }) {
  const text = useText(textKey);
  const body = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const here = body.current?.querySelector<HTMLElement>('[data-here]');
    const pane = body.current?.parentElement;
    if (here && pane) pane.scrollTop = here.offsetTop - pane.clientHeight / 2;
  }, [line, text.state]);
  if (text.state !== 'ready') return null;
  const lines = text.text.split('\n');
  const from = Math.max(0, line - 1 - AROUND);
  return (
    <pre ref={body} class="ce-step-lines">
      {lines.slice(from, line + AROUND).map((code, at) => {
        const number = from + at + 1;
        const here = number === line;
        return (
          <div key={number} data-here={here || undefined}>
            <span class="ce-no">{number}</span>
            {here ? <Span code={code} place={place} /> : visible(code)}
          </div>
        );
      })}
    </pre>
  );
}

/** A line with the part that the instruction came from, when the place tells columns on it. */
function Span({ code, place }: { readonly code: string; readonly place: Place }) {
  const { column, end_column: until, end_line: last, line } = place;
  const end = last !== null && last !== line ? code.length : (until ?? 0);
  if (column === null || end <= column) return <>{visible(code)}</>;
  return (
    <>
      {visible(code.slice(0, column))}
      <mark>{visible(code.slice(column, end))}</mark>
      {visible(code.slice(end))}
    </>
  );
}
