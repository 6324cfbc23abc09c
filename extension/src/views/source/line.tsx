/* One line of the user's code: number, marks or the graph's number, band, text, and what it makes. */

import { useState } from 'preact/hooks';
import { graphClass } from '../../lib/colour';
import { cut, plural, visible } from '../../lib/format';
import { hover, select, useMark, useModel } from '../../model';
import { Code } from '../parts/code';
import { FindingCard } from '../parts/finding-card';
import { HoverCard } from '../parts/hover-card';
import { Icon, type IconName } from '../parts/icon';
import { LineCost } from './cost';
import type { Cost } from './costs';
import type { LineMark, MarkKind, SourceLine } from './model';

/** A longer line is data, not code: it is cut until all of it is asked for. */
const LONGEST = 2000;

const SIGNS: Readonly<Record<MarkKind, readonly [IconName, string, string]>> = {
  break: ['break', 'break', 'ce-c-break'],
  seen: ['breakSeen', 'break, seen from a caller', 'ce-c-break'],
  recompile: ['recompile', 'recompile', 'ce-c-warn'],
  limit: ['eager', 'eager after the recompile limit', 'ce-c-break'],
  error: ['cross', 'error', 'ce-c-break'],
  specialized: ['pin', 'specialised value', 'ce-c-warn'],
};

export interface LineProps {
  readonly row: SourceLine;
  readonly hints: boolean;
  /** What the line costs; null when nothing is known of it; left out when nothing was measured at all. */
  readonly cost?: Cost | null;
}

export function Line({ row, hints, cost }: LineProps) {
  const model = useModel();
  const [whole, setWhole] = useState(false);
  const short = whole ? null : cut(row.text, LONGEST);
  const mark = useMark(model, [row.ref]);
  const broken = row.marks.some((one) => one.kind === 'break');
  const about = row.band ? `graph ${row.graph}` : 'eager';
  return (
    <div
      class="ce-ln"
      data-line={row.line}
      data-ref={row.ref}
      data-mark={mark}
      data-broken={broken || undefined}
      onMouseEnter={() => hover(model, [row.ref])}
      onMouseLeave={() => hover(model, [])}
    >
      <span class="ce-no">{row.line}</span>
      <span class="ce-mk">
        {row.chip && row.graph !== null && <Chip number={row.graph} />}
        {marksByKind(row.marks).map((marks) => (
          <Sign key={marks[0]!.kind} marks={marks} />
        ))}
      </span>
      <span class={`ce-band ${row.graph === null ? '' : graphClass(row.graph)}`} data-band={row.band} />
      <button
        type="button"
        class="ce-cd"
        aria-label={`line ${row.line}, ${about}: ${visible(row.text.trim().slice(0, 300))}${row.hint ? `, makes ${row.hint}` : ''}`}
        aria-pressed={mark === 'selected'}
        onFocus={() => hover(model, [row.ref])}
        onBlur={() => hover(model, [])}
        onClick={(event) => select(model, [row.ref], event.shiftKey)}
      >
        <Code text={short ? short.start : row.text} tokens={short ? [] : row.tokens} />
        {short && '…'}
      </button>
      {hints && <span class="ce-hint">{row.hint}</span>}
      {cost !== undefined && <LineCost cost={cost} />}
      {short && (
        <button type="button" class="ce-link" onClick={() => setWhole(true)}>
          show all {short.size}
        </button>
      )}
    </div>
  );
}

function Chip({ number }: { readonly number: number }) {
  return (
    <span class={`ce-chip ${graphClass(number)}`}>
      <span class="ce-sr">graph </span>
      {number}
    </span>
  );
}

/** The kinds of marks on a line, each once, the first two. */
function marksByKind(marks: readonly LineMark[]): readonly (readonly LineMark[])[] {
  const kinds = [...new Set(marks.map((mark) => mark.kind))].slice(0, 2);
  return kinds.map((kind) => marks.filter((mark) => mark.kind === kind));
}

/** One sign for all marks of a kind; its card tells each. */
function Sign({ marks }: { readonly marks: readonly LineMark[] }) {
  const model = useModel();
  const mark = marks[0]!;
  const [icon, word, tone] = SIGNS[mark.kind];
  const { finding } = mark;
  const count = marks.reduce((sum, one) => sum + (one.finding?.count ?? 1), 0);
  const times = count > 1 ? `, ${plural(count, 'time')}` : '';
  return (
    <HoverCard
      class={`ce-mark-sign ${tone}`}
      label={`${word}${times}: ${mark.sentence}`}
      sign={<Icon name={icon} />}
      card={() => marks.slice(0, 4).map((one, at) => <MarkText key={at} mark={one} />)}
      onPress={finding ? () => select(model, [finding.ref]) : undefined}
    />
  );
}

function MarkText({ mark }: { readonly mark: LineMark }) {
  return mark.finding ? <FindingCard finding={mark.finding} /> : <p class="ce-finding-card">{mark.sentence}</p>;
}
