/* The address of an entity, and of a line of user code. The grammar is that of the Python package. */

export type Direction = 'dynamo' | 'joint' | 'fwd' | 'bwd';

/** The parts of a ref. `key` names the compilation, without the attempt. */
export interface Ref {
  readonly key: string;
  readonly attempt: number;
  readonly direction: Direction;
  readonly target: string | null;
  readonly stage: string;
  readonly kind: string;
  readonly name: string;
}

const REF =
  /^((?:rank\d+\/)?(?:\d+\.)?(?:![^/]+\/)?[^/]+\/[^/_]+)(?:_(\d+))?\/(dynamo|joint|fwd|bwd)(?:@([^/]+))?\/([^/]+)\/([a-z_]+)\.([\s\S]+)$/;

/** The parts of `ref`, or null when it is not one. */
export function parseRef(ref: string): Ref | null {
  const found = REF.exec(ref);
  if (!found) return null;
  const [, key, attempt, direction, target, stage, kind, name] = found;
  return {
    key: key!,
    attempt: Number(attempt ?? 0),
    direction: direction as Direction,
    target: target ?? null,
    stage: stage!,
    kind: kind!,
    name: name!,
  };
}

/** The ref of a line of user code. */
export function lineRef(file: string, line: number): string {
  return `source:${file}:${line}`;
}

/** The file and line of a line ref, or null when it is not one. */
export function parseLineRef(ref: string): { file: string; line: number } | null {
  const found = /^source:([\s\S]*):(\d+)$/.exec(ref);
  return found ? { file: found[1]!, line: Number(found[2]) } : null;
}
