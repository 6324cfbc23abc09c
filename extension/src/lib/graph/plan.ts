/* The plan of a drawing: boxes, edges, sections and frames, from an outline and what of it is shown. */

import { isGroup, itemsOf, type Child, type Group } from './group';
import type { Item, SourceLine } from './item';
import { SIZE, type LayoutInput } from '../layout';
import type { Outline } from './outline';
import { noteOf, titleOf } from './titles';
import { alwaysOpen, drawnChildren, isDrawnCopy, isShown, type Shown } from './show';

/** A box: one node, or a closed group. */
export interface Box {
  readonly item: Item | null;
  readonly group: Group | null;
  readonly label: string;
  readonly detail: string;
  /** How many views and weights are folded into it. */
  hides: number;
  /** What it makes leaves the graph, and no edge says so: the output takes too many to draw them. */
  leaves: boolean;
  readonly section: number;
  readonly backward: boolean;
}

export interface Section {
  readonly line: SourceLine | null;
  readonly backward: boolean;
  /** The group that it shows; null when it holds loose boxes. */
  readonly group: Group | null;
}

export interface Frame {
  readonly group: Group;
  readonly depth: number;
}

export interface Plan {
  readonly boxes: readonly Box[];
  readonly sections: readonly Section[];
  readonly frames: readonly Frame[];
  readonly input: LayoutInput;
  /** The box that stands for each item, or -1. */
  readonly boxOf: Int32Array;
  readonly hidden: { readonly views: number; readonly weights: number };
}

/** Heights of the head of a section and of the title of a frame. */
const HEAD = 24;
const TITLE = 22;
const PAD = 8;
const NARROWEST = 96;
/** An output of more values than this is not joined to all of them. */
const RESULTS = 8;
const WIDEST = 232;

/** `em` is the width of one character of the boxes' font. */
export function planOf(outline: Outline, shown: Shown, em: number): Plan {
  const planner = new Planner(outline, shown, em);
  planner.walk(outline.root, 0);
  planner.joinHidden();
  return planner.plan();
}

class Planner {
  private readonly boxes: Box[] = [];
  private readonly sections: Section[] = [];
  private readonly frames: { group: Group; depth: number; first: number; last: number }[] = [];
  private readonly boxOf: Int32Array;
  /** Copies of one repeat that is folded are numbered from 1: an edge between two of them is not drawn. */
  private readonly copy: Int32Array;
  private readonly run: (Group | undefined)[] = [];
  /** For each hidden item the boxes whose values it passes on. */
  private readonly sources = new Map<number, readonly number[]>();
  private loose = -1;

  constructor(
    private readonly outline: Outline,
    private readonly shown: Shown,
    private readonly em: number,
  ) {
    this.boxOf = new Int32Array(outline.items.length).fill(-1);
    this.copy = new Int32Array(outline.items.length);
  }

  /** Draws the children of an open group. */
  walk(group: Group, depth: number): void {
    for (const child of drawnChildren(group, this.shown.apart)) {
      if (!isGroup(child)) this.addItem(child, this.looseSection());
      else if (!this.isOpen(child)) this.addGroup(child, this.looseSection());
      else if (child.kind === 'line') this.addLine(child);
      else if (this.isBare(child)) this.walk(child, depth);
      else this.addFrame(child, depth);
    }
    if (group.kind === 'repeat' && !this.shown.apart.has(group.key)) this.standFor(group);
  }

  /** Hidden nodes go into the box that makes what they look at, or else into the first that uses them. */
  joinHidden(): void {
    const { items } = this.outline;
    this.boxOf.forEach((box, at) => {
      if (box === -1) this.sources.set(at, this.sourcesOf(at));
    });
    for (const [at, [box]] of this.sources) if (box !== undefined) this.fold(at, box);
    for (let at = items.length - 1; at >= 0; at--) {
      for (const input of items[at]!.inputs) if (this.boxOf[input] === -1) this.fold(input, this.boxOf[at]!);
    }
  }

  plan(): Plan {
    const edges = this.edges();
    const input: LayoutInput = {
      widths: Float64Array.from(this.boxes, (box) => this.width(box)),
      sections: Int32Array.from(this.boxes, (box) => box.section),
      from: Int32Array.from(edges, ([source]) => source),
      to: Int32Array.from(edges, ([, target]) => target),
      late: Uint8Array.from(this.boxes, ({ item }) => (item?.role === 'input' || item?.role === 'weight' ? 1 : 0)),
      heads: Float64Array.from(this.sections, (section) => (section.line ? HEAD : 0)),
      frames: this.frames.map(({ group, first, last }) => ({
        first,
        last,
        title: TITLE,
        least: this.titleWidth(group),
      })),
    };
    const { boxes, sections, frames, boxOf } = this;
    return { boxes, sections, frames, input, boxOf, hidden: this.hidden() };
  }

  private isOpen(group: Group): boolean {
    return this.shown.open.has(group.key) || alwaysOpen(this.outline, group, this.shown);
  }

  /** Drawn without a frame. */
  private isBare(group: Group): boolean {
    return group.kind === 'inputs' || group.kind === 'part' || isDrawnCopy(group, this.shown.apart);
  }

  /** The section of boxes that stand beside lines and not in one; neighbours share it. */
  private looseSection(): number {
    if (this.loose === this.sections.length - 1 && this.loose >= 0) return this.loose;
    this.loose = this.sections.push({ line: null, backward: false, group: null }) - 1;
    return this.loose;
  }

  private addLine(group: Group): void {
    const section = this.sections.push({ line: group.line, backward: group.backward, group }) - 1;
    const before = this.boxes.length;
    this.addParts(group, section);
    if (this.boxes.length === before) this.sections.pop();
  }

  private addParts(group: Group, section: number): void {
    for (const child of group.children) {
      if (!isGroup(child)) this.addItem(child, section);
      else if (this.isOpen(child)) this.addParts(child, section);
      else this.addGroup(child, section);
    }
  }

  private addFrame(group: Group, depth: number): void {
    const frame = { group, depth, first: this.sections.length, last: 0 };
    this.frames.push(frame);
    this.loose = -1;
    this.walk(group, depth + 1);
    this.loose = -1;
    frame.last = this.sections.length - 1;
    if (frame.last < frame.first) this.frames.splice(this.frames.indexOf(frame), 1);
  }

  private addItem(at: number, section: number): void {
    if (!isShown(this.outline, at, this.shown)) {
      if (section === this.sections.length - 1 && section === this.loose) this.dropEmpty(section);
      return;
    }
    const item = this.outline.items[at]!;
    const { label, detail, backward } = item;
    this.boxOf[at] =
      this.boxes.push({ item, group: null, label, detail, hides: 0, leaves: false, section, backward }) - 1;
  }

  private addGroup(group: Group, section: number): void {
    const box: Box = {
      item: null,
      group,
      ...titleOf(group),
      hides: 0,
      leaves: false,
      section,
      backward: group.backward,
    };
    this.boxes.push(box);
    for (const at of itemsOf(group)) this.boxOf[at] = this.boxes.length - 1;
  }

  /** A loose section that nothing was put into goes again. */
  private dropEmpty(section: number): void {
    if (this.boxes[this.boxes.length - 1]?.section === section) return;
    this.sections.pop();
    this.loose = -1;
  }

  /** The drawn copy stands for the others, node by node. */
  private standFor(group: Group): void {
    const copies = group.children.map((copy) => this.opsOf(copy));
    copies.forEach((ops, number) => {
      ops.forEach((at, place) => {
        if (number > 0) this.boxOf[at] = this.boxOf[copies[0]![place]!]!;
        this.copy[at] = number + 1;
        this.run[at] = group;
      });
    });
  }

  private opsOf(child: Child): number[] {
    const all = isGroup(child) ? itemsOf(child) : [child];
    return all.filter((at) => this.outline.items[at]!.role === 'op' || this.outline.items[at]!.role === 'view');
  }

  private sourcesOf(at: number): readonly number[] {
    const boxes = this.outline.items[at]!.inputs.flatMap((input) => this.sources.get(input) ?? [this.boxOf[input]!]);
    return [...new Set(boxes.filter((box) => box !== -1))];
  }

  private fold(at: number, box: number): void {
    this.boxOf[at] = box;
    const view = this.outline.items[at]!.role === 'view';
    if (view && box !== -1 && this.boxes[box]!.item && this.copy[at]! < 2) this.boxes[box]!.hides++;
  }

  private edges(): [number, number][] {
    const seen = new Set<number>();
    const edges: [number, number][] = [];
    const { items } = this.outline;
    const add = (source: number, target: number): void => {
      const key = source * this.boxes.length + target;
      if (source < 0 || source >= target || seen.has(key)) return;
      seen.add(key);
      edges.push([source, target]);
    };
    items.forEach((item, at) => {
      if (this.sources.has(at)) return;
      const sources = item.inputs.flatMap((input) =>
        this.otherCopy(input, at) ? [] : (this.sources.get(input) ?? [this.boxOf[input]!]),
      );
      const drawn = item.role === 'output' ? this.drawnResults(sources) : sources;
      for (const source of drawn) add(source, this.boxOf[at]!);
    });
    return edges;
  }

  /** Of many results only the first is joined to the output; the boxes of the others say that they leave. */
  private drawnResults(sources: readonly number[]): readonly number[] {
    const boxes = [...new Set(sources)].filter((box) => box >= 0);
    if (boxes.length <= RESULTS) return boxes;
    for (const box of boxes.slice(1)) this.boxes[box]!.leaves = true;
    return boxes.slice(0, 1);
  }

  private otherCopy(input: number, at: number): boolean {
    return this.run[at] !== undefined && this.run[at] === this.run[input] && this.copy[at] !== this.copy[input];
  }

  private width({ label, detail, hides, item, group }: Box): number {
    const count = hides > 0 ? 2 + String(hides).length : 0;
    const text = label.length + (detail ? detail.length + 2 : 0) + (group ? 2 : count);
    const widest = item ? WIDEST : WIDEST + 40;
    return 2 * Math.round(Math.min(widest, Math.max(NARROWEST, text * this.em + 2 * PAD + 2)) / 2);
  }

  private titleWidth(group: Group): number {
    return 2 * Math.ceil(((group.title.length + noteOf(group).length + 5) * this.em) / 2);
  }

  private hidden(): Plan['hidden'] {
    let [views, weights] = [0, 0];
    this.outline.items.forEach((item, at) => {
      if (this.boxes[this.boxOf[at]!]?.group) return;
      if (item.role === 'view' && !this.shown.views) views++;
      if (item.role === 'weight' && !this.shown.weights) weights++;
    });
    return { views, weights };
  }
}

export const PLAN = { HEAD, TITLE, PAD, row: SIZE.box } as const;
