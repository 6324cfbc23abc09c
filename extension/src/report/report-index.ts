/* The index of a document: every entity by ref, links in both directions, and what a selection lights up. */

import type { Entity } from './entity';
import type { Compilation, LedgerRow, Report, StageRecord } from './generated';
import { lineRef, parseLineRef } from './ref';

type Refs = ReadonlySet<string>;
const NONE: Refs = new Set();

/** Built once for a document; every question of a view is answered from here. */
export class ReportIndex {
  readonly entities = new Map<string, Entity>();
  private readonly to = new Map<string, Set<string>>();
  private readonly from = new Map<string, Set<string>>();

  constructor(readonly report: Report) {
    for (const compilation of report.compilations) {
      for (const stage of compilation.stages) this.addStage(compilation, stage);
    }
    for (const span of report.spans) this.add({ kind: 'span', ref: span.ref, name: span.name, record: span, ...WHOLE });
    for (const finding of report.findings) {
      this.add({ kind: 'finding', ref: finding.ref, name: finding.title, record: finding, ...WHOLE });
    }
    for (const row of report.ledger) this.addRow(row);
    for (const link of report.links) this.link(link.source, link.target);
    this.linkPlaces();
  }

  /** The entity of a ref; a line of user code is made when it is asked for. */
  get(ref: string): Entity | null {
    const known = this.entities.get(ref);
    if (known) return known;
    const line = parseLineRef(ref);
    return line ? { kind: 'line', ref, name: `line ${line.line}`, ...line, ...WHOLE } : null;
  }

  /** What `ref` was made from, directly. */
  sources(ref: string): Refs {
    return this.from.get(ref) ?? NONE;
  }

  /** What was made from `ref`, directly. */
  targets(ref: string): Refs {
    return this.to.get(ref) ?? NONE;
  }

  /** Everything that `ref` came from, through all stages, without itself. */
  cameFrom(ref: string): Refs {
    return reach(this.from, ref);
  }

  /** Everything that `ref` became, through all stages, without itself. */
  became(ref: string): Refs {
    return reach(this.to, ref);
  }

  /** What lights up when `refs` are selected or pointed at: all they came from and all they became, without themselves. */
  linked(refs: Iterable<string>): Refs {
    const lit = new Set<string>();
    for (const ref of refs) {
      for (const origin of this.cameFrom(ref)) lit.add(origin);
      for (const result of this.became(ref)) lit.add(result);
    }
    return lit;
  }

  private add(entity: Entity): void {
    if (!this.entities.has(entity.ref)) this.entities.set(entity.ref, entity);
  }

  private link(source: string, target: string): void {
    if (source === target) return;
    put(this.to, source, target);
    put(this.from, target, source);
  }

  private addStage(compilation: Compilation, stage: StageRecord): void {
    const where = { compilation, stage };
    for (const graph of stage.graphs) {
      this.add({ kind: 'graph', ref: graph.ref, name: graph.name, record: graph, ...where });
      for (const node of graph.nodes)
        this.add({ kind: 'node', ref: node.ref, name: node.name, record: node, graph, ...where });
    }
    for (const record of stage.listings)
      this.add({ kind: 'listing', ref: record.ref, name: record.name, record, ...where });
    for (const record of stage.steps) {
      this.add({ kind: 'step', ref: record.ref, name: record.name, record, ...where });
      // What is known of an attention call belongs to its node; other steps are about many.
      if (stage.stage === 'attention') for (const ref of record.refs) this.link(ref, record.ref);
    }
    for (const record of stage.spans) this.add({ kind: 'span', ref: record.ref, name: record.name, record, ...where });
    for (const record of stage.metrics)
      this.add({ kind: 'metric', ref: record.ref, name: record.name, record, ...where });
    for (const record of stage.guards) {
      this.add({ kind: 'guard', ref: record.ref, name: record.source ?? record.kind, record, ...where });
    }
    for (const kernel of stage.kernels) {
      this.add({ kind: 'kernel', ref: kernel.ref, name: kernel.name, record: kernel, ...where });
      for (const call of kernel.calls) {
        this.add({ kind: 'call', ref: call.ref, name: kernel.name, record: call, kernel, ...where });
        this.link(call.ref, kernel.ref);
        for (const node of call.nodes) this.link(node, call.ref);
      }
      if (kernel.listing !== null) this.link(kernel.ref, kernel.listing);
    }
  }

  /** A row of the ledger belongs to its nodes and kernel calls; without any, to its break or its lines. */
  private addRow(row: LedgerRow): void {
    const compilation = this.report.compilations.find(({ key }) => key === row.compilation) ?? null;
    this.add({ kind: 'row', ref: row.ref, name: rowName(row), record: row, compilation, stage: null });
    const about = [...row.nodes, ...row.calls, ...(row.finding === null ? [] : [row.finding])];
    const lines = row.places.flatMap(({ file, line }) => (line === null ? [] : [lineRef(file, line)]));
    for (const ref of about.length > 0 ? about : lines) this.link(ref, row.ref);
  }

  /** A node or finding with a place belongs to that line, also where no stage wrote a link. */
  private linkPlaces(): void {
    for (const entity of this.entities.values()) {
      if (entity.kind === 'node' || entity.kind === 'guard') {
        const place = entity.record.place;
        if (place && place.line !== null && !this.hasLine(entity.ref)) {
          this.link(lineRef(place.file, place.line), entity.ref);
        }
      } else if (entity.kind === 'finding') {
        const place = entity.record.user_place ?? entity.record.place;
        if (place && place.line !== null) this.link(lineRef(place.file, place.line), entity.ref);
        for (const cause of entity.record.refs) this.link(cause, entity.ref);
      }
    }
  }

  private hasLine(ref: string): boolean {
    for (const source of this.sources(ref)) if (source.startsWith('source:')) return true;
    return false;
  }
}

/** A row of the ledger is called after its lines, or after what runs there. */
function rowName({ places, title, kind }: LedgerRow): string {
  const lines = [...new Set(places.flatMap((place) => place.line ?? []))];
  return lines.length > 0 ? `${lines.length > 1 ? 'lines' : 'line'} ${lines.join(', ')}` : title || kind;
}

const WHOLE = { compilation: null, stage: null } as const;

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key);
  if (values) values.add(value);
  else map.set(key, new Set([value]));
}

function reach(map: ReadonlyMap<string, Refs>, start: string): Refs {
  const seen = new Set<string>();
  const todo = [start];
  for (let ref = todo.pop(); ref !== undefined; ref = todo.pop()) {
    for (const next of map.get(ref) ?? NONE) {
      if (next === start || seen.has(next)) continue;
      seen.add(next);
      todo.push(next);
    }
  }
  return seen;
}
