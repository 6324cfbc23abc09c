/* Pins and wires: where each edge leaves and enters its boxes, and the bends it needs between two rows. */

import type { Elements } from './elements';
import type { Net } from './lanes';
import type { LayoutInput } from './types';

/** A piece of an edge in the channel below row `channel`: down at `a`, across, down at `b`. */
export interface Wire {
  readonly channel: number;
  a: number;
  b: number;
  /** Its place in the channel, counted from above; -1 when it needs no bend. */
  track: number;
}

/** How one edge uses its lane: a wire, or null where the box touches the lane's side freely and no wire is needed. */
export interface LaneUse {
  readonly net: Net;
  readonly leave: Wire | null;
  readonly enter: Wire | null;
}

export interface Wiring {
  /** First those of the links, in their order, then those to and from lanes. */
  readonly wires: Wire[];
  readonly uses: Map<number, LaneUse>;
}

/** One end of a wire at a box. `wish` is where it would run straight. */
interface Pin {
  readonly wire: Wire;
  readonly end: 'a' | 'b';
  readonly other: number;
  wish: number | null;
}

const EDGE = 7;

export function makeWires(input: LayoutInput, elements: Elements, middle: Float64Array, nets: readonly Net[]): Wiring {
  const work = new Wirer(input, elements, middle);
  work.joinRows();
  for (const net of nets) work.joinLane(net);
  work.setPins();
  return work;
}

class Wirer implements Wiring {
  readonly wires: Wire[] = [];
  readonly uses = new Map<number, LaneUse>();
  private readonly lower: Pin[][];
  private readonly upper: Pin[][];

  constructor(
    private readonly input: LayoutInput,
    private readonly elements: Elements,
    private readonly middle: Float64Array,
  ) {
    this.lower = Array.from({ length: elements.boxes }, () => []);
    this.upper = Array.from({ length: elements.boxes }, () => []);
  }

  joinRows(): void {
    const { upper, lower, ranks } = this.elements;
    for (let link = 0; link < upper.length; link++) {
      const [a, b] = [upper[link]!, lower[link]!];
      const wire = this.wire(ranks[a]!, this.middle[a]!, this.middle[b]!);
      const straight = this.straight(a, b);
      this.pin(a, this.lower, { wire, end: 'a', other: this.middle[b]!, wish: straight });
      this.pin(b, this.upper, { wire, end: 'b', other: this.middle[a]!, wish: straight });
    }
  }

  /** Edges of a net that leave or enter the same box share that wire. */
  joinLane(net: Net): void {
    const { ranks } = this.elements;
    const leaving = new Map<number, Wire | null>();
    const entering = new Map<number, Wire | null>();
    for (const edge of net.edges) {
      const [source, target] = [this.input.from[edge]!, this.input.to[edge]!];
      if (!leaving.has(source)) leaving.set(source, this.laneWire(net, source, ranks[source]!, 'a'));
      if (!entering.has(target)) entering.set(target, this.laneWire(net, target, ranks[target]! - 1, 'b'));
      this.uses.set(edge, { net, leave: leaving.get(source)!, enter: entering.get(target)! });
    }
  }

  /** Settles where the wires meet their boxes: the lower sides first, the upper sides then straight below them. */
  setPins(): void {
    this.lower.forEach((pins, box) => this.settle(box, pins));
    this.upper.forEach((pins, box) => {
      for (const pin of pins) if (pin.wish !== null) pin.wish = pin.wire.a;
      this.settle(box, pins);
    });
  }

  private wire(channel: number, a: number, b: number): Wire {
    const wire = { channel, a, b, track: -1 };
    this.wires.push(wire);
    return wire;
  }

  private pin(element: number, pins: Pin[][], pin: Pin): void {
    pins[element]?.push(pin);
  }

  private laneWire(net: Net, box: number, channel: number, end: 'a' | 'b'): Wire | null {
    const row = this.elements.rows[this.elements.ranks[box]!]!;
    if (box === (net.side < 0 ? row[0] : row[row.length - 1])) return null;
    const wire = end === 'a' ? this.wire(channel, 0, net.x) : this.wire(channel, net.x, 0);
    this.pin(box, end === 'a' ? this.lower : this.upper, { wire, end, other: net.x, wish: null });
    return wire;
  }

  /** A place where both can be met without a bend, or null. */
  private straight(a: number, b: number): number | null {
    const [left, right] = [Math.max(this.from(a), this.from(b)), Math.min(this.until(a), this.until(b))];
    if (left > right) return null;
    const wish = this.elements.widths[b]! <= this.elements.widths[a]! ? this.middle[b]! : this.middle[a]!;
    return Math.min(right, Math.max(left, wish));
  }

  private from(element: number): number {
    const half = this.elements.widths[element]! / 2;
    return half > 0 ? this.middle[element]! - half + EDGE : this.middle[element]!;
  }

  private until(element: number): number {
    const half = this.elements.widths[element]! / 2;
    return half > 0 ? this.middle[element]! + half - EDGE : this.middle[element]!;
  }

  /** Spreads the pins of one side of a box in the order of what they lead to. */
  private settle(box: number, pins: Pin[]): void {
    if (pins.length === 0) return;
    const [left, right] = [this.from(box), this.until(box)];
    pins.sort((p, q) => (p.wish ?? p.other) - (q.wish ?? q.other) || p.other - q.other);
    const apart = Math.min(8, (right - left) / pins.length);
    const step = Math.min(20, (right - left) / pins.length);
    let at = -Infinity;
    pins.forEach((pin, index) => {
      const spread = this.middle[box]! + (index - (pins.length - 1) / 2) * step;
      const room = right - (pins.length - 1 - index) * apart;
      at = Math.min(room, Math.max(at + apart, left + index * apart, pin.wish ?? spread));
      pin.wire[pin.end] = at;
    });
  }
}
