/* The card of a line: what happened, why, what to do, and the way to the report. Built as elements, never as markup. */

import { time } from '../../lib/format';
import type { Finding } from '../../report';
import type { LineMark } from './marks';
import { signOf } from './words';

/** What a card can do. */
export interface CardActions {
  /** Shows the report with `refs` selected. */
  readonly goToReport: (refs: readonly string[]) => void;
  /** Runs the explanation of this report once more. */
  readonly explainAgain: () => void;
}

const LONGEST = 600;

/** The card for `mark`. With `focus` its first button takes the focus once it stands. */
export function cardOf(mark: LineMark, stale: boolean, actions: CardActions, focus: boolean): HTMLElement {
  const card = element('div', 'ce-cell-card ce-marked');
  card.setAttribute('role', 'dialog');
  card.setAttribute('aria-label', TITLES[signOf(mark)?.kind ?? 'graph'] ?? '');
  const findings = [...mark.breaks, ...mark.limits, ...mark.recompiles, ...mark.callers];
  const [first] = findings;
  card.append(head(mark, first));
  const body = element('div', 'ce-card-body');
  for (const finding of findings.slice(0, 3)) body.append(paragraph(finding));
  if (mark.cost !== null) body.append(text('p', `Costs ${time(mark.cost)} of each call.`));
  if (!first) body.append(text('p', plain(mark)));
  if (stale) body.append(text('p', 'The cell was edited after this was found.', 'ce-card-stale'));
  card.append(body, foot(mark, findings, actions));
  if (focus) setTimeout(() => card.querySelector('button')?.focus());
  return card;
}

function head(mark: LineMark, first: Finding | undefined): HTMLElement {
  const line = element('div', 'ce-card-head');
  const sign = signOf(mark);
  if (sign) {
    const glyph = element('span', `ce-cell-sign ce-cell-sign-${sign.kind}`);
    glyph.setAttribute('aria-hidden', 'true');
    line.append(glyph);
  }
  line.append(text('span', TITLES[sign?.kind ?? 'graph'] ?? ''));
  if (first) line.append(text('span', first.code, 'ce-card-code'));
  return line;
}

const TITLES: Readonly<Record<string, string>> = {
  break: 'Graph break',
  caller: 'Graph break in a function called here',
  limit: 'Recompile limit',
  recompile: 'Recompile',
  fixed: 'A size was fixed',
  graph: 'Compiled',
};

function paragraph(finding: Finding): HTMLElement {
  const line = element('p', '');
  line.append(text('b', shorten(finding.title)));
  if (finding.message) line.append(` ${shorten(finding.message)}`);
  const [advice] = finding.advice;
  if (advice) line.append(text('span', shorten(advice), 'ce-card-advice'));
  return line;
}

function plain(mark: LineMark): string {
  const [symbol] = mark.fixed;
  if (symbol) return `${symbol.name}: ${symbol.specialized ?? ''}`;
  return mark.graphs.length > 1 ? `Runs in graphs ${mark.graphs.join(', ')}.` : `Runs in graph ${mark.graphs[0]}.`;
}

function foot(mark: LineMark, findings: readonly Finding[], actions: CardActions): HTMLElement {
  const line = element('div', 'ce-card-foot');
  const go = document.createElement('button');
  go.type = 'button';
  go.textContent = 'Go to report';
  go.addEventListener('click', () => actions.goToReport(findings.map((finding) => finding.ref)));
  line.append(go);
  if (signOf(mark)) {
    const keys = element('span', 'ce-card-keys');
    keys.append(text('kbd', 'Alt'), ' ', text('kbd', 'F8'), ' next');
    line.append(keys);
  }
  return line;
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

function text(name: string, content: string, className = ''): HTMLElement {
  const made = element(name, className);
  made.textContent = content;
  return made;
}

function shorten(value: string): string {
  return value.length > LONGEST ? `${value.slice(0, LONGEST - 1)}…` : value;
}
