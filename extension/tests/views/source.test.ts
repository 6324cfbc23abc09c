import { describe, expect, it } from 'vitest';
import { sourceFiles } from '../../src/views/source/model';
import { broken, compilation, FILE, node, place } from '../documents';
import { reportOf } from '../helpers';

const rowsOf = (parts: Record<string, unknown>, shown: string | null = null) => {
  const [file] = sourceFiles(reportOf(parts), shown);
  return new Map(file!.blocks.flatMap((block) => block.rows).map((row) => [row.line, row]));
};

describe('the source pane', () => {
  it('shows only the functions that were reached', () => {
    const [file] = sourceFiles(reportOf(broken()), null);
    expect(file!.blocks.map((block) => [block.title, block.line, block.rows.length])).toEqual([['Tiny.forward', 5, 6]]);
    expect(file!.hidden).toBe(8);
  });

  it('draws a band for each graph: full, faint where it made no op, half where it ends', () => {
    const rows = rowsOf(broken());
    expect([6, 7, 8, 9, 10].map((line) => [rows.get(line)!.graph, rows.get(line)!.band])).toEqual([
      [1, 'faint'],
      [1, 'full'],
      [null, null],
      [1, 'half'],
      [2, 'full'],
    ]);
    expect([...rows.values()].filter((row) => row.chip).map((row) => row.line)).toEqual([6, 10]);
  });

  it('marks the break and hints what a line makes', () => {
    const rows = rowsOf(broken());
    expect(rows.get(9)!.marks.map((mark) => mark.kind)).toEqual(['break']);
    expect(rows.get(7)!.hint).toBe('f32[8, 64]');
    expect(rows.get(5)!.hint).toBeNull();
  });

  it('dedents the body under its header', () => {
    const rows = rowsOf(broken());
    expect([rows.get(5)!.text, rows.get(7)!.text]).toEqual(['def forward(self, x):', 'y = x + 1']);
  });

  it('lets the shown compilation win where several share a line', () => {
    const compilations = ['0/0', '0/1'].map((key) => compilation(key, [node(key, 'add', 7)]));
    const parts = { ...broken(), compilations };
    expect(rowsOf(parts, '0/1').get(7)!.graph).toBe(2);
    expect(rowsOf(parts, null).get(7)!.graph).toBe(1);
  });

  it('shows a caller of a break as such, and a specialised value', () => {
    const parts = broken();
    const calling = compilation('2/0', [node('2/0', 'add', 7)], {
      called_from: place(10),
      symbols: [{ name: 's0', source: "L['x'].size()[0]", specialized: '8', place: place(7) }],
    });
    const findings = (parts['findings'] as Record<string, unknown>[]).map((one) => ({ ...one, compilations: ['2/0'] }));
    const rows = rowsOf({ ...parts, findings, compilations: [calling] });
    expect(rows.get(10)!.marks.map((mark) => mark.kind)).toEqual(['seen']);
    const cuts = [{ compilation: '2/0', place: place(7), effect: 'resumed' }];
    const told = rowsOf({ ...parts, findings: findings.map((one) => ({ ...one, cuts })), compilations: [calling] });
    expect(told.get(7)!.marks.map((mark) => mark.kind)).toContain('seen');
    expect(told.get(10)?.marks ?? []).toEqual([]);
    expect(rows.get(7)!.marks).toMatchObject([{ kind: 'specialized', sentence: "L['x'].size()[0] was fixed to 8." }]);
  });

  it('shows nothing of a file that was not reached or cannot be read', () => {
    expect(sourceFiles(reportOf({ sources: [{ file: FILE, text: 'source' }], texts: { source: 'x' } }), null)).toEqual(
      [],
    );
    expect(sourceFiles(reportOf({ ...broken(), texts: {} }), null)).toEqual([]);
  });
});
