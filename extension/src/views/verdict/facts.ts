/* The facts of the verdict bar: counts that are links to their evidence. No DOM. */

import { plural, time } from '../../lib/format';
import { counts, type Report } from '../../report';

/** One fact. `panel` is where its evidence stands; `kind` narrows the findings to it. */
export interface Fact {
  readonly name: 'graphs' | 'breaks' | 'recompiles' | 'compile' | 'speed';
  readonly value: string;
  readonly word: string;
  readonly trouble: 'break' | 'warn' | null;
}

export function facts(report: Report): readonly Fact[] {
  const { graphs, breaks, recompiles, seconds } = counts(report);
  const count = (name: Fact['name'], number: number, word: string, trouble: Fact['trouble']): Fact => {
    const [value, ...rest] = plural(number, word).split(' ');
    return { name, value: value!, word: rest.join(' '), trouble: number > 0 ? trouble : null };
  };
  return [
    count('graphs', graphs, 'graph', null),
    count('breaks', breaks, 'break', 'break'),
    count('recompiles', recompiles, 'recompile', 'warn'),
    { name: 'compile', value: time(seconds), word: 'compile', trouble: null },
  ];
}

/** What stands beside the name: place, inputs, mode, device, torch; the last is dropped first. */
export function heading(report: Report): readonly string[] {
  const { program, environment } = report;
  const inputs = program.calls[0]?.inputs ?? [];
  const threads = environment.threads === null ? '' : `, ${plural(environment.threads, 'thread')}`;
  const devices = environment.devices.join(', ') || null;
  return [
    inputs.length > 0 ? inputs.slice(0, 3).join(', ') + (inputs.length > 3 ? ', …' : '') : null,
    program.mode,
    devices && devices + threads,
    environment.torch && `torch ${environment.torch}`,
  ].filter((one): one is string => one !== null && one !== '');
}
