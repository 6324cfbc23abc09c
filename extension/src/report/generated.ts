/* The document as TypeScript. Generated from its JSON Schema by `npm run types`: do not edit. */

import type { Shape } from './shape';

/**
 * Lines `line` to `end` (both included, numbered as the listing is: see `first_line`) belong to `ref`.
 */
export interface Anchor {
  readonly end: number | null;
  readonly line: number;
  readonly ref: string;
}

/**
 * One call of the explored program. `seconds` includes compiling; `inputs` describe the arguments.
 */
export interface Call {
  readonly error: string | null;
  readonly index: number;
  readonly inputs: readonly string[];
  readonly seconds: number | null;
}

/**
 * One compile of one function by Dynamo.
 *
 * `key` is its compile key (see `ref.py`), `id` torch's compile id. `trigger` is `first call`, `resume`,
 * `recompile` or `unknown`; `reason` is the guard that failed. `status` is `ok`, `skipped`, `failed` or
 * `limit`. `call` counts the calls of the explored program from 0; None when they were not counted.
 * `called_from` is the user's line that was running, `compiled_at` the `torch.compile` call, when known, and
 * `settings` what that call asked for.
 */
export interface Compilation {
  readonly attempts: number;
  readonly call: number | null;
  readonly called_from: Place | null;
  readonly compiled_at: Place | null;
  readonly function: string | null;
  readonly id: string;
  readonly key: string;
  readonly place: Place | null;
  readonly reason: string | null;
  readonly restarts: readonly string[];
  readonly seconds: number | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly stages: readonly StageRecord[];
  readonly started: number | null;
  readonly status: string;
  readonly symbols: readonly Symbol[];
  readonly trigger: string;
}

/**
 * Where it ran. `devices` are torch device types; `versions` package versions; `threads` intra-op threads.
 */
export interface Environment {
  readonly caches: string | null;
  readonly compiler: string | null;
  readonly device_names: readonly string[];
  readonly devices: readonly string[];
  readonly platform: string | null;
  readonly python: string | null;
  readonly threads: number | null;
  readonly torch: string | null;
  readonly versions: Readonly<Record<string, string>>;
}

/**
 * A finding.
 *
 * `kind` is the family (`error, limit, mismatch, break, recompile, cache, eager, precompiled, nothing_compiled,
 * degraded, touched, log, unknown`); `code` is stable and specific (`GB0059`). `title` is one sentence,
 * `message` says why, `advice` says what to do (the first entry first). `place` is the innermost user-visible
 * frame and `user_place` the nearest frame outside site-packages. `count` is how many events were merged into
 * this entry. `compilations` are compile keys, `refs` other entities. `attributes` hold what only this kind has.
 */
export interface Finding {
  readonly advice: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | number | boolean | null>>;
  readonly code: string;
  readonly compilations: readonly string[];
  readonly count: number;
  readonly kind: string;
  readonly message: string;
  readonly place: Place | null;
  readonly ref: string;
  readonly refs: readonly string[];
  readonly severity: 'error' | 'note' | 'warning';
  readonly text: string | null;
  readonly title: string;
  readonly user_place: Place | null;
}

/**
 * Whether `fullgraph=True` works, found by a probe. `gb_type` names the break that stops it.
 */
export interface Fullgraph {
  readonly error: string | null;
  readonly gb_type: string | null;
  readonly message: string | null;
  readonly ok: boolean;
  readonly place: Place | null;
}

/**
 * A graph. `text` is the key of torch's own rendering in `Report.texts`.
 */
export interface Graph {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly ref: string;
  readonly text: string | null;
}

/**
 * A guard. `kind` is torch's type (`TENSOR_MATCH`), `source` the value it looks at (`L['x']`).
 *
 * `noise` marks global state that a normal program never changes; `failed` are the compile keys of the
 * recompiles that it caused.
 */
export interface Guard {
  readonly expression: string;
  readonly failed: readonly string[];
  readonly kind: string;
  readonly noise: boolean;
  readonly place: Place | null;
  readonly ref: string;
  readonly source: string | null;
}

/**
 * A kernel. `extern` kernels are library calls (`extern_kernels.addmm`) without generated code.
 *
 * `language` is `cpp`, `triton` or `extern`; `listing` is the ref of its code.
 */
export interface Kernel {
  readonly calls: readonly KernelCall[];
  readonly device: string | null;
  readonly extern: boolean;
  readonly language: string;
  readonly listing: string | null;
  readonly name: string;
  readonly ref: string;
}

/**
 * One call site of a kernel in the wrapper. `handle` is torch's provenance number, unique per call site.
 */
export interface KernelCall {
  readonly handle: number | null;
  readonly line: number | null;
  readonly nodes: readonly string[];
  readonly ref: string;
}

/**
 * `target` was made from `source`. Both are refs, or `source:FILE:LINE` for a line of user code.
 *
 * `kind` is `line` (user line to node, or to a kernel call of the backward), `lowered` (node to node),
 * `fused` (node to kernel call), `code` (kernel call to its kernel) or `saved` (a value kept for backward).
 */
export interface Link {
  readonly kind: string;
  readonly source: string;
  readonly target: string;
}

/**
 * A text of the report. `text` is its key in `Report.texts`; `first_line` is the number of its first line.
 *
 * `language` is one of `python, bytecode, cpp, triton, ttir, ttgir, llvm, ptx, sass, asm, json, text`.
 * `file` is where the text lies on the machine that compiled, when it does.
 */
export interface Listing {
  readonly anchors: readonly Anchor[];
  readonly file: string | null;
  readonly first_line: number;
  readonly language: string;
  readonly name: string;
  readonly ref: string;
  readonly text: string;
}

/**
 * A number. `low` and `high` bound its 95 % interval and `count` is the number of runs, when it was sampled.
 *
 * `value` None means not measured. `unit` is `"s"`, `"bytes"`, `"count"`, `"ratio"`, `"flop"` or `""`.
 */
export interface Metric {
  readonly baseline: number | null;
  readonly count: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly name: string;
  readonly ref: string;
  readonly unit: string;
  readonly value: number | number | string | boolean | null;
}

/**
 * One node. `op` is FX's: placeholder, get_attr, call_function, call_method, call_module or output.
 *
 * `inputs` are refs of nodes of the same graph, in order of use; `code` is the expression as torch printed it;
 * `line` is its line in the graph's text (from 1); `module` is the path of the `nn.Module` that ran it;
 * `note` is what torch wrote beside it (`PlainAOTInput(idx=0)`). `attributes` are facts of one stage's nodes:
 * `saved` and `bytes` of AOTAutograd's, `buffer` and `kernel` of Inductor's scheduler.
 */
export interface Node {
  readonly attributes: Readonly<Record<string, string | number | number | boolean | null>>;
  readonly code: string;
  readonly inputs: readonly string[];
  readonly line: number | null;
  readonly module: string | null;
  readonly name: string;
  readonly note: string | null;
  readonly op: string;
  readonly place: Place | null;
  readonly ref: string;
  readonly specs: readonly TensorSpec[];
  readonly target: string;
}

/**
 * A spot in source code.
 *
 * `file` is the name that Python compiled the code under (a kernel's temporary path for a notebook cell);
 * `line` and `end_line` count from 1, `column` and `end_column` from 0 in characters.
 * `cell_id` and `execution_count` are set for notebook cells. `source` is the stripped text of the line.
 */
export interface Place {
  readonly cell_id: string | null;
  readonly column: number | null;
  readonly end_column: number | null;
  readonly end_line: number | null;
  readonly execution_count: number | null;
  readonly file: string;
  readonly function: string | null;
  readonly line: number | null;
  readonly source: string | null;
}

/**
 * What was explored. `kind` is `module, function, method, callable, capture` or `log`.
 *
 * `mode` says how it ran (`"eval, no grad"`); `options` are the keywords given, as text; `cwd` is the working
 * directory that paths are shown relative to; `output` describes what the first call returned.
 */
export interface Program {
  readonly calls: readonly Call[];
  readonly cwd: string | null;
  readonly fullgraph: Fullgraph | null;
  readonly kind: string;
  readonly mode: string | null;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  readonly output: string | null;
  readonly place: Place | null;
}

/**
 * The whole document. `texts` maps a content hash to a text; every other record holds only the key.
 */
export interface Report {
  readonly compilations: readonly Compilation[];
  readonly environment: Environment;
  readonly findings: readonly Finding[];
  readonly links: readonly Link[];
  readonly program: Program;
  readonly runs: readonly Run[];
  readonly schema: number;
  readonly sources: readonly Source[];
  readonly spans: readonly Span[];
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * A measured run (filled by measuring): metrics and spans of eager and compiled calls.
 */
export interface Run {
  readonly metrics: readonly Metric[];
  readonly name: string;
  readonly spans: readonly Span[];
}

/**
 * A file or notebook cell of the user. `text` is its key in `Report.texts`, None when it cannot be read.
 */
export interface Source {
  readonly cell_id: string | null;
  readonly execution_count: number | null;
  readonly file: string;
  readonly library: boolean;
  readonly text: string | null;
}

/**
 * An interval. `start` and `seconds` are seconds, `start` counted from the report's first event.
 *
 * `parent` is the ref of the enclosing span; `lane` is the thread or worker; `waiting` marks time spent waiting
 * for another program (a C++ compiler), which is not work of torch.
 */
export interface Span {
  readonly attributes: Readonly<Record<string, string | number | number | boolean | null>>;
  readonly lane: string | null;
  readonly name: string;
  readonly parent: string | null;
  readonly ref: string;
  readonly seconds: number;
  readonly start: number;
  readonly waiting: boolean;
}

/**
 * What one stage made for one compilation and direction. `reason` says why it is not `done`.
 */
export interface StageRecord {
  readonly direction: 'bwd' | 'dynamo' | 'fwd' | 'joint';
  readonly graphs: readonly Graph[];
  readonly guards: readonly Guard[];
  readonly kernels: readonly Kernel[];
  readonly listings: readonly Listing[];
  readonly metrics: readonly Metric[];
  readonly reason: string | null;
  readonly seconds: number | null;
  readonly spans: readonly Span[];
  readonly stage: string;
  readonly state: 'absent' | 'cached' | 'done' | 'failed' | 'not_reached';
  readonly steps: readonly Step[];
}

/**
 * A step. `before` and `after` are keys in `Report.texts`; `changed` is None when it cannot be known.
 *
 * `refs` are what it is about (the two nodes that were not fused), `attributes` what only this kind of step has.
 */
export interface Step {
  readonly after: string | null;
  readonly attributes: Readonly<Record<string, string | number | number | boolean | null>>;
  readonly before: string | null;
  readonly changed: boolean | null;
  readonly detail: string | null;
  readonly index: number;
  readonly name: string;
  readonly place: Place | null;
  readonly ref: string;
  readonly refs: readonly string[];
  readonly seconds: number | null;
}

/**
 * A dynamic size. `hint` is its value at the compile, `range` what it may be, `specialized` what fixed it.
 */
export interface Symbol {
  readonly hint: string | null;
  readonly name: string;
  readonly place: Place | null;
  readonly range: string | null;
  readonly source: string | null;
  readonly specialized: string | null;
}

/**
 * What a node makes. `shape` and `stride` count elements; a symbolic size is its name, such as `"s77"`.
 *
 * `dtype` is torch's name without `torch.` (`"float32"`); a Python number has `dtype="int"` and no shape.
 */
export interface TensorSpec {
  readonly device: string | null;
  readonly dtype: string;
  readonly shape: readonly (number | string)[] | null;
  readonly stride: readonly (number | string)[] | null;
}

/** What each field of each record holds, and what it is when the JSON leaves it out. */

export const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  Anchor: { end: { kinds: ['number', 'null'], value: null }, line: { kinds: ['number'] }, ref: { kinds: ['string'] } },
  Call: {
    error: { kinds: ['string', 'null'], value: null },
    index: { kinds: ['number'] },
    inputs: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    seconds: { kinds: ['number', 'null'], value: null },
  },
  Compilation: {
    attempts: { kinds: ['number'], value: 1 },
    call: { kinds: ['number', 'null'], value: null },
    called_from: { kinds: ['object', 'null'], record: 'Place', value: null },
    compiled_at: { kinds: ['object', 'null'], record: 'Place', value: null },
    function: { kinds: ['string', 'null'], value: null },
    id: { kinds: ['string'] },
    key: { kinds: ['string'] },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
    reason: { kinds: ['string', 'null'], value: null },
    restarts: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    seconds: { kinds: ['number', 'null'], value: null },
    settings: { kinds: ['map'], of: { kinds: ['string'] }, value: {} },
    stages: { kinds: ['array'], of: { kinds: ['object'], record: 'StageRecord' }, value: [] },
    started: { kinds: ['number', 'null'], value: null },
    status: { kinds: ['string'], value: 'ok' },
    symbols: { kinds: ['array'], of: { kinds: ['object'], record: 'Symbol' }, value: [] },
    trigger: { kinds: ['string'], value: 'unknown' },
  },
  Environment: {
    caches: { kinds: ['string', 'null'], value: null },
    compiler: { kinds: ['string', 'null'], value: null },
    device_names: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    devices: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    platform: { kinds: ['string', 'null'], value: null },
    python: { kinds: ['string', 'null'], value: null },
    threads: { kinds: ['number', 'null'], value: null },
    torch: { kinds: ['string', 'null'], value: null },
    versions: { kinds: ['map'], of: { kinds: ['string'] }, value: {} },
  },
  Finding: {
    advice: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    attributes: { kinds: ['map'], of: { kinds: ['string', 'number', 'boolean', 'null'] }, value: {} },
    code: { kinds: ['string'] },
    compilations: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    count: { kinds: ['number'], value: 1 },
    kind: { kinds: ['string'] },
    message: { kinds: ['string'], value: '' },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
    ref: { kinds: ['string'] },
    refs: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    severity: { kinds: ['string'], values: ['error', 'note', 'warning'] },
    text: { kinds: ['string', 'null'], value: null },
    title: { kinds: ['string'] },
    user_place: { kinds: ['object', 'null'], record: 'Place', value: null },
  },
  Fullgraph: {
    error: { kinds: ['string', 'null'], value: null },
    gb_type: { kinds: ['string', 'null'], value: null },
    message: { kinds: ['string', 'null'], value: null },
    ok: { kinds: ['boolean'] },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
  },
  Graph: {
    name: { kinds: ['string'] },
    nodes: { kinds: ['array'], of: { kinds: ['object'], record: 'Node' }, value: [] },
    ref: { kinds: ['string'] },
    text: { kinds: ['string', 'null'], value: null },
  },
  Guard: {
    expression: { kinds: ['string'] },
    failed: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    kind: { kinds: ['string'] },
    noise: { kinds: ['boolean'], value: false },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
    ref: { kinds: ['string'] },
    source: { kinds: ['string', 'null'], value: null },
  },
  Kernel: {
    calls: { kinds: ['array'], of: { kinds: ['object'], record: 'KernelCall' }, value: [] },
    device: { kinds: ['string', 'null'], value: null },
    extern: { kinds: ['boolean'], value: false },
    language: { kinds: ['string'] },
    listing: { kinds: ['string', 'null'], value: null },
    name: { kinds: ['string'] },
    ref: { kinds: ['string'] },
  },
  KernelCall: {
    handle: { kinds: ['number', 'null'], value: null },
    line: { kinds: ['number', 'null'], value: null },
    nodes: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    ref: { kinds: ['string'] },
  },
  Link: { kind: { kinds: ['string'] }, source: { kinds: ['string'] }, target: { kinds: ['string'] } },
  Listing: {
    anchors: { kinds: ['array'], of: { kinds: ['object'], record: 'Anchor' }, value: [] },
    file: { kinds: ['string', 'null'], value: null },
    first_line: { kinds: ['number'], value: 1 },
    language: { kinds: ['string'] },
    name: { kinds: ['string'] },
    ref: { kinds: ['string'] },
    text: { kinds: ['string'] },
  },
  Metric: {
    baseline: { kinds: ['number', 'null'], value: null },
    count: { kinds: ['number', 'null'], value: null },
    high: { kinds: ['number', 'null'], value: null },
    low: { kinds: ['number', 'null'], value: null },
    name: { kinds: ['string'] },
    ref: { kinds: ['string'] },
    unit: { kinds: ['string'], value: '' },
    value: { kinds: ['number', 'string', 'boolean', 'null'] },
  },
  Node: {
    attributes: { kinds: ['map'], of: { kinds: ['string', 'number', 'boolean', 'null'] }, value: {} },
    code: { kinds: ['string'], value: '' },
    inputs: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    line: { kinds: ['number', 'null'], value: null },
    module: { kinds: ['string', 'null'], value: null },
    name: { kinds: ['string'] },
    note: { kinds: ['string', 'null'], value: null },
    op: { kinds: ['string'] },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
    ref: { kinds: ['string'] },
    specs: { kinds: ['array'], of: { kinds: ['object'], record: 'TensorSpec' }, value: [] },
    target: { kinds: ['string'] },
  },
  Place: {
    cell_id: { kinds: ['string', 'null'], value: null },
    column: { kinds: ['number', 'null'], value: null },
    end_column: { kinds: ['number', 'null'], value: null },
    end_line: { kinds: ['number', 'null'], value: null },
    execution_count: { kinds: ['number', 'null'], value: null },
    file: { kinds: ['string'] },
    function: { kinds: ['string', 'null'], value: null },
    line: { kinds: ['number', 'null'], value: null },
    source: { kinds: ['string', 'null'], value: null },
  },
  Program: {
    calls: { kinds: ['array'], of: { kinds: ['object'], record: 'Call' }, value: [] },
    cwd: { kinds: ['string', 'null'], value: null },
    fullgraph: { kinds: ['object', 'null'], record: 'Fullgraph', value: null },
    kind: { kinds: ['string'], value: 'capture' },
    mode: { kinds: ['string', 'null'], value: null },
    name: { kinds: ['string'] },
    options: { kinds: ['map'], of: { kinds: ['string'] }, value: {} },
    output: { kinds: ['string', 'null'], value: null },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
  },
  Report: {
    compilations: { kinds: ['array'], of: { kinds: ['object'], record: 'Compilation' }, value: [] },
    environment: { kinds: ['object'], record: 'Environment' },
    findings: { kinds: ['array'], of: { kinds: ['object'], record: 'Finding' }, value: [] },
    links: { kinds: ['array'], of: { kinds: ['object'], record: 'Link' }, value: [] },
    program: { kinds: ['object'], record: 'Program' },
    runs: { kinds: ['array'], of: { kinds: ['object'], record: 'Run' }, value: [] },
    schema: { kinds: ['number'] },
    sources: { kinds: ['array'], of: { kinds: ['object'], record: 'Source' }, value: [] },
    spans: { kinds: ['array'], of: { kinds: ['object'], record: 'Span' }, value: [] },
    texts: { kinds: ['map'], of: { kinds: ['string'] }, value: {} },
  },
  Run: {
    metrics: { kinds: ['array'], of: { kinds: ['object'], record: 'Metric' }, value: [] },
    name: { kinds: ['string'] },
    spans: { kinds: ['array'], of: { kinds: ['object'], record: 'Span' }, value: [] },
  },
  Source: {
    cell_id: { kinds: ['string', 'null'], value: null },
    execution_count: { kinds: ['number', 'null'], value: null },
    file: { kinds: ['string'] },
    library: { kinds: ['boolean'], value: false },
    text: { kinds: ['string', 'null'], value: null },
  },
  Span: {
    attributes: { kinds: ['map'], of: { kinds: ['string', 'number', 'boolean', 'null'] }, value: {} },
    lane: { kinds: ['string', 'null'], value: null },
    name: { kinds: ['string'] },
    parent: { kinds: ['string', 'null'], value: null },
    ref: { kinds: ['string'] },
    seconds: { kinds: ['number'] },
    start: { kinds: ['number'] },
    waiting: { kinds: ['boolean'], value: false },
  },
  StageRecord: {
    direction: { kinds: ['string'], values: ['bwd', 'dynamo', 'fwd', 'joint'] },
    graphs: { kinds: ['array'], of: { kinds: ['object'], record: 'Graph' }, value: [] },
    guards: { kinds: ['array'], of: { kinds: ['object'], record: 'Guard' }, value: [] },
    kernels: { kinds: ['array'], of: { kinds: ['object'], record: 'Kernel' }, value: [] },
    listings: { kinds: ['array'], of: { kinds: ['object'], record: 'Listing' }, value: [] },
    metrics: { kinds: ['array'], of: { kinds: ['object'], record: 'Metric' }, value: [] },
    reason: { kinds: ['string', 'null'], value: null },
    seconds: { kinds: ['number', 'null'], value: null },
    spans: { kinds: ['array'], of: { kinds: ['object'], record: 'Span' }, value: [] },
    stage: { kinds: ['string'] },
    state: { kinds: ['string'], values: ['absent', 'cached', 'done', 'failed', 'not_reached'], value: 'done' },
    steps: { kinds: ['array'], of: { kinds: ['object'], record: 'Step' }, value: [] },
  },
  Step: {
    after: { kinds: ['string', 'null'], value: null },
    attributes: { kinds: ['map'], of: { kinds: ['string', 'number', 'boolean', 'null'] }, value: {} },
    before: { kinds: ['string', 'null'], value: null },
    changed: { kinds: ['boolean', 'null'], value: null },
    detail: { kinds: ['string', 'null'], value: null },
    index: { kinds: ['number'] },
    name: { kinds: ['string'] },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
    ref: { kinds: ['string'] },
    refs: { kinds: ['array'], of: { kinds: ['string'] }, value: [] },
    seconds: { kinds: ['number', 'null'], value: null },
  },
  Symbol: {
    hint: { kinds: ['string', 'null'], value: null },
    name: { kinds: ['string'] },
    place: { kinds: ['object', 'null'], record: 'Place', value: null },
    range: { kinds: ['string', 'null'], value: null },
    source: { kinds: ['string', 'null'], value: null },
    specialized: { kinds: ['string', 'null'], value: null },
  },
  TensorSpec: {
    device: { kinds: ['string', 'null'], value: null },
    dtype: { kinds: ['string'] },
    shape: { kinds: ['array', 'null'], of: { kinds: ['number', 'string'] }, value: null },
    stride: { kinds: ['array', 'null'], of: { kinds: ['number', 'string'] }, value: null },
  },
};
