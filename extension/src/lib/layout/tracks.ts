/* Tracks: in each channel between two rows, bends that would lie over each other get a height of their own. */

import type { Wire } from './wires';

/** Sets the track of every wire that bends, and returns how many tracks each channel has. */
export function assignTracks(wires: readonly Wire[], channels: number): Int32Array {
  const counts = new Int32Array(channels);
  const byChannel = new Map<number, Wire[]>();
  for (const wire of wires) {
    if (Math.abs(wire.a - wire.b) < 0.5) continue;
    const held = byChannel.get(wire.channel);
    if (held) held.push(wire);
    else byChannel.set(wire.channel, [wire]);
  }
  for (const [channel, held] of byChannel) counts[channel] = fill(inOrder(held));
  return counts;
}

/** Wires to the right from the right end on, then wires to the left from the left end on: like ones do not cross. */
function inOrder(wires: Wire[]): Wire[] {
  const right = wires.filter((wire) => wire.b > wire.a).sort((p, q) => q.a - p.a || q.b - p.b);
  const left = wires.filter((wire) => wire.b < wire.a).sort((p, q) => p.a - q.a || p.b - q.b);
  return [...right, ...left];
}

function fill(wires: readonly Wire[]): number {
  const tracks: Wire[][] = [];
  for (const wire of wires) {
    let track = tracks.length;
    while (track > 0 && !tracks[track - 1]!.some((other) => overlap(wire, other))) track--;
    (tracks[track] ??= []).push(wire);
    wire.track = track;
  }
  return tracks.length;
}

function overlap(p: Wire, q: Wire): boolean {
  const apart = 4;
  return Math.min(p.a, p.b) < Math.max(q.a, q.b) + apart && Math.min(q.a, q.b) < Math.max(p.a, p.b) + apart;
}
