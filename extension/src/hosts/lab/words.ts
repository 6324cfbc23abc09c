/* What the gutter says of a line, in words. */

import { plural, time } from '../../lib/format';
import type { Finding } from '../../report';
import type { LineMark } from './marks';

/** The worst thing on a line: its glyph and what a screen reader says. */
export interface Sign {
  readonly kind: 'break' | 'caller' | 'limit' | 'recompile' | 'fixed';
  readonly words: string;
}

/** The sign of a line; null when there is only a band. */
export function signOf(mark: LineMark): Sign | null {
  if (mark.breaks.length > 0) return { kind: 'break', words: 'graph break' };
  if (mark.limits.length > 0) return { kind: 'limit', words: 'runs in Python: recompile limit' };
  if (mark.recompiles.length > 0) return { kind: 'recompile', words: 'recompile' };
  if (mark.callers.length > 0) return { kind: 'caller', words: 'the same break, from its caller' };
  if (mark.fixed.length > 0) return { kind: 'fixed', words: 'a size was fixed here' };
  return null;
}

/** One short phrase for the right edge of a line; empty on plain lines. */
export function hintOf(mark: LineMark): string {
  if (mark.breaks.length > 0) return plural(mark.breaks.length, 'break').replace(/^1 /, '') + costs(mark);
  if (mark.limits.length > 0) return 'recompile limit, runs in Python';
  if (mark.recompiles.length > 0) return recompiled(mark.recompiles);
  const [caller] = mark.callers;
  if (caller?.place?.line != null) return `break at line ${caller.place.line}`;
  const [fixed] = mark.fixed;
  return fixed ? `${fixed.name} fixed at ${fixed.specialized ?? fixed.hint ?? '?'}`.slice(0, 80) : '';
}

function costs({ cost }: LineMark): string {
  return cost === null ? '' : `, ${time(cost)} a call`;
}

function recompiled(findings: readonly Finding[]): string {
  const count = findings.reduce((sum, finding) => sum + finding.count, 0);
  const { old, new: now } = findings[0]!.attributes;
  const change = old != null && now != null ? `: was ${short(old)}, is ${short(now)}` : '';
  return `${count} recompile${count === 1 ? '' : 's'}${change}`;
}

function short(value: unknown): string {
  const text = String(value);
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
