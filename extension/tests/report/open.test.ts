import { describe, expect, it } from 'vitest';
import { openReport, ReportError } from '../../src/report';

const SMALL = { schema: 1, program: { name: 'f' }, environment: {} };

describe('openReport', () => {
  it('fills in what the JSON leaves out', () => {
    const { report, problems } = openReport(SMALL);
    expect(problems).toEqual([]);
    expect(report.compilations).toEqual([]);
    expect(report.program.fullgraph).toBeNull();
    expect(report.program.kind).toBe('capture');
  });

  it.each([null, [], 'text', {}, { schema: 1 }, { schema: 'x', program: {} }])('refuses %j', (raw) => {
    expect(() => openReport(raw)).toThrow(ReportError);
  });

  it('refuses a newer schema and says so', () => {
    expect(() => openReport({ ...SMALL, schema: 2 })).toThrow(/schema 2.*reads up to 1/);
  });

  it('puts a default in place of what does not fit, and says where', () => {
    const { report, problems } = openReport({
      ...SMALL,
      findings: 'many',
      links: [{ source: 3, target: 'b', kind: 'line' }],
    });
    expect(report.findings).toEqual([]);
    expect(report.links).toEqual([{ source: '', target: 'b', kind: 'line' }]);
    expect(problems).toEqual(['findings cannot be read', 'links[0].source cannot be read']);
  });

  it('knows a value that may be null from one that may not', () => {
    const finding = {
      ref: 'r',
      kind: 'break',
      code: 'c',
      severity: 'loud',
      title: 't',
      attributes: { a: null, b: 1, c: [] },
    };
    const node = {
      ref: 'n',
      name: 'n',
      op: 'o',
      target: 't',
      specs: [{ dtype: 'int' }, { dtype: 'f', shape: ['s0', 2] }],
    };
    const graph = { ref: 'g', name: 'g', nodes: [node] };
    const stages = [{ stage: 'aot', direction: 'fwd', graphs: [graph] }];
    const { report, problems } = openReport({
      ...SMALL,
      findings: [finding],
      compilations: [{ key: 'k', id: 'k', stages }],
    });
    expect(report.findings[0]).toMatchObject({ severity: 'error', place: null });
    expect({ ...report.findings[0]!.attributes }).toEqual({ a: null, b: 1, c: null });
    expect(report.compilations[0]!.stages[0]!.graphs[0]!.nodes[0]!.specs.map((spec) => spec.shape)).toEqual([
      null,
      ['s0', 2],
    ]);
    expect(problems).toEqual(['findings[0].attributes.c cannot be read', 'findings[0].severity cannot be read']);
  });

  it('reads a key that names a prototype as a key', () => {
    const { report } = openReport(JSON.parse('{"schema":1,"program":{},"environment":{},"texts":{"__proto__":"x"}}'));
    expect(Object.keys(report.texts)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
