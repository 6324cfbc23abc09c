/* The gutter's marks: which lines carry them, in which cell, and when they are stale. */

import { describe, expect, it } from 'vitest';
import { cellFor, cellMarks, offsetIn, type CellMarks } from '../../src/hosts/lab/marks';
import { explaining } from '../../src/hosts/lab/magic';
import { hintOf, signOf } from '../../src/hosts/lab/words';
import { reportOf } from '../helpers';

const FILE = '/tmp/ipykernel_1/7.py';
const TEXT = ['def f(x):', '    a = x.sin()', '    # a comment', '', '    print(a)', '    c = a.cos()', '    return c'];

const at = (line: number) => ({ file: FILE, line, function: 'f' });
const node = (name: string, line: number) => ({ ref: name, name, op: 'call_function', target: name, place: at(line) });
const graph = (name: string, line: number) => ({ ref: name, name: 'graph', nodes: [node(`${name}.n`, line)] });
const compiled = (key: string, line: number) => ({
  key,
  id: key,
  stages: [{ stage: 'dynamo', direction: 'dynamo', graphs: [graph(key, line)] }],
});
const finding = (kind: string, line: number, more = {}) => ({
  ref: `${kind}.${line}`,
  kind,
  code: 'C',
  severity: 'warning',
  title: kind,
  place: at(line),
  ...more,
});

function report(findings: object[], source: object = {}) {
  return reportOf({
    compilations: [compiled('0/0', 2), compiled('1/0', 6)],
    findings,
    sources: [{ file: FILE, text: 't', cell_id: 'cell', execution_count: 3, ...source }],
    texts: { t: `${TEXT.join('\n')}\n` },
  });
}

const marksOf = (findings: object[]): CellMarks => cellMarks(report(findings))[0]!;

describe('the marks of a cell', () => {
  it('are the graphs of each line, a chip where one begins, nothing at a break', () => {
    const { lines } = marksOf([finding('break', 5)]);
    expect(lines.map(({ line, graphs, first }) => [line, graphs, first])).toEqual([
      [2, [1], true],
      [5, [], false],
      [6, [2], true],
    ]);
  });

  it('say the worst of a line, in a sign and in words', () => {
    const said = (findings: object[]) => {
      const mark = marksOf(findings).lines.find(({ line }) => line === 5);
      return mark && [signOf(mark)?.kind, hintOf(mark)];
    };
    expect(said([finding('break', 5), finding('recompile', 5)])).toEqual(['break', 'break']);
    expect(said([finding('recompile', 5, { attributes: { old: '8', new: '4' }, count: 2 })])).toEqual([
      'recompile',
      '2 recompiles: was 8, is 4',
    ]);
    expect(said([finding('limit', 5)])).toEqual(['limit', 'recompile limit, runs in Python']);
    expect(said([finding('cache', 5)])).toEqual([undefined, '']);
  });

  it('tell what a break costs where it was measured', () => {
    const seconds = { median: 1.27e-3, low: 1e-3, high: 2e-3, runs: 9 };
    const measured = reportOf({
      ...JSON.parse(JSON.stringify(report([finding('break', 5)]))),
      break_costs: [{ finding: 'break.5', seconds }],
    });
    expect(hintOf(cellMarks(measured)[0]!.lines.find(({ line }) => line === 5)!)).toBe('break, 1.27 ms a call');
  });

  it('show a break in another function at its caller, once', () => {
    const { lines } = marksOf([finding('break', 1, { place: { file: 'lib.py', line: 9 }, user_place: at(5) })]);
    const mark = lines.find(({ line }) => line === 5)!;
    expect(signOf(mark)?.kind).toBe('caller');
    expect(mark.breaks).toEqual([]);
  });

  it('show a break at each line that it cuts', () => {
    const cuts = [2, 4].map((line) => ({ compilation: '0/0', place: at(line), effect: 'resumed' }));
    const { lines } = marksOf([finding('break', 4, { cuts })]);
    expect(lines.find(({ line }) => line === 2)!.callers).toHaveLength(1);
    expect(lines.find(({ line }) => line === 4)).toMatchObject({ breaks: [{}], callers: [] });
  });

  it('are none for a file that is no cell', () => {
    expect(cellMarks(report([], { cell_id: null, execution_count: null }))).toEqual([]);
  });
});

describe('the text of a cell against the text that was explained', () => {
  const told = `${TEXT.join('\n')}\n`;
  it.each([
    ['the same', told.trimEnd(), told, 0],
    ['an edit', told.replace('sin', 'tan'), told, null],
    ['a line more', `x\n${told}`, told, null],
    ['a magic in the report alone', told, `#%%compile_explain\n${told}`, -1],
    ['a magic in the cell alone', `%%compile_explain\n${told}`, told, 1],
    ['a magic in both', `%%compile_explain -q\n${told}`, `#%%compile_explain -q\n${told}`, 0],
    ['a line magic', 'a\n%time f(x)', "a\nget_ipython().run_line_magic('time', 'f(x)')\n", 0],
    ['an assigned magic', 'r = %who', "r = get_ipython().run_line_magic('who', '')\n", 0],
    ['a magic that became code', 'f(x)', "get_ipython().run_line_magic('time', 'f(x)')\n", null],
    ['Windows line ends', told.replaceAll('\n', '\r\n'), told, 0],
  ])('%s', (_, cell, reported, offset) => {
    expect(offsetIn(cell, reported)).toBe(offset);
  });
});

describe('the cell that marks speak of', () => {
  const text = TEXT.join('\n');
  const marks = (parts: Partial<CellMarks>): CellMarks => ({ ...marksOf([]), ...parts });
  const cell = (id: string, count: number | null, source = text) => ({ id, count, text: source });

  it('is the one with its id', () => {
    expect(cellFor(marks({}), [cell('other', 3), cell('cell', 9, 'edited')])?.id).toBe('cell');
    expect(cellFor(marks({}), [cell('other', 3)])).toBeNull();
  });

  it('is the one with its number and text when there is no id', () => {
    const without = marks({ cellId: null });
    expect(cellFor(without, [cell('a', 3, 'else'), cell('b', 3), cell('c', 1)])?.id).toBe('b');
    expect(cellFor(without, [cell('a', 3, 'else'), cell('c', 1)])?.id).toBe('c');
    expect(cellFor(without, [cell('a', 3, text.replace('sin', 'tan')), cell('c', 1, 'x')])?.id).toBe('a');
    expect(cellFor(without, [cell('a', 3, 'after a restart')])).toBeNull();
  });
});

it.each([
  ['model(x)', '%%compile_explain\nmodel(x)'],
  ['%compile_explain model(x)', '%compile_explain model(x)'],
  ['a = 1\n  r = 2\n%compile_explain -q f(x)', 'a = 1\n  r = 2\n%compile_explain -q f(x)'],
  ['r = %compile_explain -q f(x)', 'r = %compile_explain -q f(x)'],
  ['%%time\nf(x)', '%%time\nf(x)'],
])('the button runs %j as %j', (source, run) => {
  expect(explaining(source)).toBe(run);
});
