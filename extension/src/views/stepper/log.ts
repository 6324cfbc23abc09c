/* The log of Dynamo's steps: what each one finds, worked out from the differences that the report keeps. No DOM. */

/** A call that Dynamo follows. */
export interface Frame {
  readonly function: string;
  readonly file: string;
  readonly line?: number | null;
  readonly parent?: number | null;
  readonly attempt?: number;
}

/** What a variable stands for. */
export interface Value {
  readonly kind: string;
  readonly text?: string;
  readonly dtype?: string | null;
  readonly shape?: readonly (number | string)[] | null;
  readonly node?: string | null;
  readonly source?: string | null;
}

/** A node that a step added to the graph. */
export interface Added {
  readonly name: string;
  readonly code: string;
  readonly inner?: boolean;
}

/** One step: how the stack and the locals of its frame differ from the entry before it there, and what it adds. */
export interface Entry {
  readonly frame: number;
  readonly pop?: number;
  readonly push?: readonly number[];
  readonly set?: Readonly<Record<string, number>>;
  readonly gone?: readonly string[];
  readonly nodes?: readonly Added[];
  readonly guards?: readonly string[];
}

export interface StepLog {
  readonly frames: readonly Frame[];
  readonly values: readonly Value[];
  readonly steps: readonly Entry[];
}

/** The log in a text of the report; null when it is none. */
export function readLog(text: string): StepLog | null {
  try {
    const { frames, values, steps } = JSON.parse(text) as Partial<StepLog>;
    return Array.isArray(steps) ? { frames: frames ?? [], values: values ?? [], steps } : null;
  } catch {
    return null;
  }
}

/** What a step finds, and what it adds. */
export interface Found {
  /** The running call first, then those around it. */
  readonly frames: readonly Frame[];
  /** Bottom first. */
  readonly stack: readonly Value[];
  readonly locals: readonly (readonly [string, Value])[];
  /** The names that this step finds changed. */
  readonly changed: ReadonlySet<string>;
  /** The graph that the attempt had made before the step. */
  readonly nodes: readonly Added[];
  readonly added: readonly Added[];
  readonly guards: readonly string[];
}

export function stateAt(log: StepLog, at: number): Found {
  const entry = log.steps[at] ?? { frame: 0 };
  const attempt = log.frames[entry.frame]?.attempt ?? 0;
  let stack: number[] = [];
  const locals = new Map<string, number>();
  const nodes: Added[] = [];
  log.steps.slice(0, at + 1).forEach((one, step) => {
    if (one.frame === entry.frame) {
      stack = [...stack.slice(0, stack.length - (one.pop ?? 0)), ...(one.push ?? [])];
      for (const name of one.gone ?? []) locals.delete(name);
      for (const [name, value] of Object.entries(one.set ?? {})) locals.set(name, value);
    }
    if (step < at && (log.frames[one.frame]?.attempt ?? 0) === attempt) nodes.push(...(one.nodes ?? []));
  });
  const value = (number: number): Value => log.values[number] ?? { kind: '?' };
  return {
    frames: around(log, entry.frame),
    stack: stack.map(value),
    locals: Array.from(locals, ([name, number]) => [name, value(number)] as const),
    changed: new Set(Object.keys(entry.set ?? {})),
    nodes,
    added: entry.nodes ?? [],
    guards: entry.guards ?? [],
  };
}

function around(log: StepLog, from: number): readonly Frame[] {
  const found: Frame[] = [];
  for (let at: number | null | undefined = from; at != null && found.length < 100; at = log.frames[at]?.parent) {
    const frame = log.frames[at];
    if (frame) found.push(frame);
  }
  return found;
}

/** Code of torch or of Python itself, not of the user. */
export function isLibrary(file: string): boolean {
  return /[\\/](?:site|dist)-packages[\\/]|[\\/]lib[\\/]python3|^</.test(file);
}
