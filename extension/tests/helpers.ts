/* Small documents for the tests, opened as the viewer opens them. */

import { openReport, ReportIndex, type Report } from '../src/report';

/** A report with the given parts and nothing else. */
export function reportOf(parts: Record<string, unknown>): Report {
  return openReport({ schema: 1, program: { name: 'f' }, environment: {}, ...parts }).report;
}

/** Its index. */
export function indexOf(parts: Record<string, unknown>): ReportIndex {
  return new ReportIndex(reportOf(parts));
}
