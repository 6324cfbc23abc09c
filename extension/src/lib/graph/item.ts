/* What the drawing of a graph needs to know of its nodes. */

/** A line of user code. `scope` tells functions apart: lines of different ones are not compared. */
export interface SourceLine {
  readonly scope: string;
  readonly number: number;
  /** The stripped code, or "" when it is not known. */
  readonly text: string;
  /** How people name the function that holds it, or null. */
  readonly function: string | null;
}

export type Role = 'op' | 'view' | 'input' | 'weight' | 'output';

/** One node, in an order in which inputs come first. */
export interface Item {
  readonly ref: string;
  /** What torch calls it. */
  readonly name: string;
  /** What its box says: the name, or for an input what it is in the user's code. */
  readonly label: string;
  /** What it makes, short: `[8,64,64]`. */
  readonly detail: string;
  readonly role: Role;
  /** Places of its inputs in the list of items. */
  readonly inputs: readonly number[];
  readonly line: SourceLine | null;
  /** The path of the module that ran it; null when it is not known. */
  readonly module: readonly string[] | null;
  /** Made by autograd for the backward pass of a joint graph. */
  readonly backward: boolean;
  /** The op that it was lowered from, when it is another. */
  readonly origin: { readonly key: string; readonly name: string } | null;
  /** What it does: equal for the same work in another copy of a block. */
  readonly like: string;
  /** The kernel call that it is fused into. */
  readonly call: { readonly ref: string; readonly name: string } | null;
  /** It runs as a call into a library. */
  readonly extern: boolean;
}
