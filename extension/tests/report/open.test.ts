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

  it('reads a key that names a prototype as a key', () => {
    const { report } = openReport(JSON.parse('{"schema":1,"program":{},"environment":{},"texts":{"__proto__":"x"}}'));
    expect(Object.keys(report.texts)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
