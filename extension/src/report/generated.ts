/* The document as TypeScript. Generated from its JSON Schema by `npm run types`: do not edit. */

/**
 * Lines `line` to `end` (both included, numbered as the listing is: see `first_line`) belong to `ref`.
 */
export interface Anchor {
  readonly end: number | null;
  readonly line: number;
  readonly ref: string;
}

/**
 * One kernel for one call of `scaled_dot_product_attention`, run alone on the inputs of the measured call.
 *
 * `ref` is the call's node in Dynamo's graph. `backend` is a name of `torch.nn.attention.SDPBackend`, or
 * `"chosen"` for the call as it stands, where torch picks. `seconds` are those of one call; `speedup` is the
 * time of `chosen` by this one: above 1, this one is faster. `refused` says why it cannot run.
 */
export interface AttentionTime {
  readonly backend: string;
  readonly conclusive: boolean | null;
  readonly place: Place | null;
  readonly ref: string;
  readonly refused: string | null;
  readonly seconds: Interval | null;
  readonly speedup: Interval | null;
  readonly target: string;
}

/**
 * What one graph break costs in one call, in seconds. `finding` is the ref of the break.
 *
 * `seconds` is the time between the graphs on its two sides: `guards` of it checks whether the code after the
 * break may be used, the rest is Python (the line itself runs in eager too). `crossing` are the bytes that the
 * graph before the break writes and the one after reads; `lost_fusion` the seconds that this traffic takes at the
 * machine's copy bandwidth, or, where `lost_fusion_from` is `"measured"`, what the same program without the
 * break saves. `lost_fusion_from` is `"estimate"`, `"measured"` or None.
 */
export interface BreakCost {
  readonly crossing: number | null;
  readonly finding: string;
  readonly guards: number | null;
  readonly lost_fusion: number | null;
  readonly lost_fusion_from: 'estimate' | 'measured' | null;
  readonly seconds: Interval | null;
  readonly times: number;
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
 * One tensor of both sides. `what` names it: `output`, `output[1]`, `gradient of weight`, `argument 1`.
 *
 * `max_abs` and `max_rel` are the largest differences, None where they cannot be told (`why`); a NaN in the same
 * place on both sides is no difference. `rounding`: no larger than `torch.testing` allows for the dtype.
 * `eager_error` and `compiled_error` are the largest distances from the same program run in float64.
 * `not_finite_eager` and `not_finite_compiled` count NaN and Inf.
 */
export interface Compared {
  readonly compiled_error: number | null;
  readonly dtype: string;
  readonly eager_error: number | null;
  readonly exact: boolean;
  readonly match: boolean;
  readonly max_abs: number | null;
  readonly max_rel: number | null;
  readonly not_finite_compiled: number;
  readonly not_finite_eager: number;
  readonly rounding: boolean;
  readonly shape: readonly number[];
  readonly what: string;
  readonly why: string | null;
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
 * Where a break cuts one compiled function: at its own line, or at the call of the helper that breaks.
 *
 * `compilation` is the compile key, `effect` what it does to this function (see `query.EFFECTS`).
 */
export interface Cut {
  readonly compilation: string;
  readonly effect: string;
  readonly place: Place;
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
 * `kind` is the family (`error, limit, mismatch, slower, break, recompile, cache, eager, precompiled, attention,
 * nothing_compiled, transform, region, cudagraphs, degraded, touched, log, unknown`); `code` is stable.
 * `title` is one sentence, `message` says why, `advice` says what to do (the first entry first). `place` is
 * the innermost user-visible frame and `user_place` the nearest frame outside site-packages. `count` is how many
 * events were merged into this entry. `compilations` are compile keys, `refs` other entities. `attributes` hold
 * what only this kind has.
 * `cuts` are the functions that a break cuts, the one it stands in and its callers; it counts once all the same.
 */
export interface Finding {
  readonly advice: readonly string[];
  readonly attributes: Readonly<Record<string, string | number | number | boolean | null>>;
  readonly code: string;
  readonly compilations: readonly string[];
  readonly count: number;
  readonly cuts: readonly Cut[];
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
 * Whether `fullgraph=True` works for the first call, found by a probe; later calls may take another path.
 *
 * `gb_type` names the break that stops it; None when something else does, such as an error of the program.
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
 * `path` is the same as people write it (`self.drop.p`), `input` the argument that it starts from (None for a
 * global). `place` is the line that asked for it and `callers` the user's lines that led there, nearest first.
 * `noise` marks global state that a normal program never changes; `failed` are the compile keys of the
 * recompiles that it caused.
 */
export interface Guard {
  readonly callers: readonly Place[];
  readonly expression: string;
  readonly failed: readonly string[];
  readonly input: string | null;
  readonly kind: string;
  readonly noise: boolean;
  readonly path: string | null;
  readonly place: Place | null;
  readonly ref: string;
  readonly source: string | null;
}

/**
 * The median of `runs` samples and its 95 % interval. The unit is that of the field that holds it.
 */
export interface Interval {
  readonly high: number;
  readonly low: number;
  readonly median: number;
  readonly runs: number;
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
 * A row. All times are seconds in one call of the program, all bytes and FLOPs those of one call.
 *
 * `kind` says what it stands for:
 *
 * - `ops`: eager operations and the kernels that they became, the smallest set in which no kernel serves an
 *   operation outside. `removed`: operations that became no kernel (views, and what was folded away).
 *   `unmapped`: kernel calls of which torch does not tell the operations.
 * - `wrapper`: what runs around the kernels of one graph (checks of sizes, allocation, torch's wrappers).
 *   `guards`: the checks of whether compiled code may be used. `break`: Python between two graphs, at a graph
 *   break. `python`: entering and leaving compiled code; in eager the calls of modules and the program's own
 *   Python. `autograd`: loss, engine and writing gradients, outside of compiled code. `step`: the optimizer.
 * - `gap`: what no row holds: `total` less all rows (it may be negative). `total`: one call, end to end, timed
 *   in the same blocks as the rows.
 *
 * `compilation` is the compile key and `graph` the number that views show for it; `places` the user's lines in
 * order, `modules` the paths of the modules that they ran in. `ops` are the operations' names, one for each call,
 * `nodes` their refs in Dynamo's graph, `kernels` the names of the kernels called, `calls` the refs of the
 * calls, `times` how often the graph runs in one call. `finding` is the ref of the break.
 *
 * `ratio` is eager by compiled: above 1, compiled is faster. `conclusive` is false when its interval includes 1
 * or when its median lies inside the spread of the control rows; None where there is no ratio. `control` marks a
 * row with the same library call on both sides, so that only noise makes its ratio differ from 1.
 *
 * `bytes_read` and `bytes_written` are what the kernels take and make, `bytes_saved` activations of these lines
 * kept for the backward. `flops` counts those of matrix products and convolutions (torch's counter).
 * `bytes_per_second` and `flops_per_second` are of the compiled side; `roofline` is the share (0 to 1) of
 * what this machine can do with that traffic and those FLOPs. `note` is a sentence for the reader.
 * `share_eager` and `share_compiled` are shares of `total` (0 to 1).
 */
export interface LedgerRow {
  readonly bytes_per_second: number | null;
  readonly bytes_read: number | null;
  readonly bytes_saved: number | null;
  readonly bytes_written: number | null;
  readonly calls: readonly string[];
  readonly compilation: string | null;
  readonly compiled: Interval | null;
  readonly conclusive: boolean | null;
  readonly control: boolean;
  readonly direction: 'bwd' | 'fwd' | null;
  readonly eager: Interval | null;
  readonly finding: string | null;
  readonly flops: number | null;
  readonly flops_per_second: number | null;
  readonly graph: number | null;
  readonly kernels: readonly string[];
  readonly kind:
    'autograd' | 'break' | 'gap' | 'guards' | 'ops' | 'python' | 'removed' | 'step' | 'total' | 'unmapped' | 'wrapper';
  readonly modules: readonly string[];
  readonly nodes: readonly string[];
  readonly note: string | null;
  readonly ops: readonly string[];
  readonly places: readonly Place[];
  readonly ratio: Interval | null;
  readonly ref: string;
  readonly roofline: number | null;
  readonly share_compiled: number | null;
  readonly share_eager: number | null;
  readonly times: number;
  readonly title: string;
}

/**
 * `target` was made from `source`. Both are refs, or `source:FILE:LINE` for a line of user code.
 *
 * `kind` is `line` (user line to node, or to a kernel call of the backward), `lowered` (node to node),
 * `fused` (node to kernel call), `code` (kernel call to its kernel), `saved` (a value kept for backward) or
 * `body` (a node of a higher-order operator to a graph that it is given).
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
 * Memory of one call, eager against compiled; `lines` are the user's lines that keep something, largest first.
 */
export interface Memory {
  readonly compiled: MemoryUse;
  readonly eager: MemoryUse;
  readonly lines: readonly SavedLine[];
  readonly notes: readonly string[];
}

/**
 * One side, in bytes. `saved` is kept for the backward between the two passes, parameters and inputs left out.
 *
 * `peak` is the most that was there at once beyond what was there before the call; `peak_from` says how it is
 * known: `allocator` (the device's own count) or `tensors` (every tensor that an operator made, while it lived;
 * scratch space inside operators is not seen). `process` is how far the process's peak grew, a hint alone: it
 * never shrinks, and the first to need memory pays.
 */
export interface MemoryUse {
  readonly peak: number | null;
  readonly peak_from: string | null;
  readonly process: number | null;
  readonly saved: number | null;
  readonly saved_tensors: number | null;
}

/**
 * A number. `low` and `high` bound its 95 % interval and `count` is the number of runs, when it was sampled.
 *
 * `value` None means not measured. `unit` is `"s"`, `"bytes"`, `"count"`, `"ratio"`, `"flop"`,
 * `"bytes/s"`, `"flop/s"` or `""`.
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
 * A node of Dynamo's graph whose value differs, in eager and as `stage` computes it.
 *
 * `at` is what it was compared with: a node of AOTAutograd's graph, or a buffer of the generated code. `among` are
 * the refs of the other nodes that are computed in the same kernel: the difference may begin in any of them.
 */
export interface NodeMatch {
  readonly among: readonly string[];
  readonly at: string | null;
  readonly max_abs: number | null;
  readonly max_rel: number | null;
  readonly place: Place | null;
  readonly ref: string;
  readonly stage: string;
  readonly target: string;
}

/**
 * The first node of Dynamo's graph that makes a NaN or an Inf from finite inputs. `side`: which run has it.
 */
export interface NotFinite {
  readonly count: number;
  readonly kind: string;
  readonly place: Place | null;
  readonly ref: string;
  readonly side: string;
  readonly target: string;
}

/**
 * Whether eager and compiled give the same numbers, from the same inputs, state and random numbers.
 *
 * `match`: every tensor agrees within `tolerance`, absolute and relative (the largest one used; integers must be
 * equal). `nearer` says which side is nearer to float64 over all (`eager`, `compiled`, `equal`), None where
 * the program does not run in float64. `first_stage` is the first stage that does not match. `explained` are
 * sentences about why they may differ. `values` are those of nodes, `repeats` whether eager calls agree with each
 * other. `other_draws`: compiled code draws other random numbers than eager, which can be all of the difference.
 */
export interface Numerics {
  readonly compared: readonly Compared[];
  readonly compiled_error: number | null;
  readonly eager_error: number | null;
  readonly explained: readonly string[];
  readonly first_node: NodeMatch | null;
  readonly first_stage: string | null;
  readonly match: boolean;
  readonly max_abs: number | null;
  readonly max_rel: number | null;
  readonly nearer: string | null;
  readonly not_finite: readonly NotFinite[];
  readonly other_draws: boolean;
  readonly repeats: boolean;
  readonly stages: readonly StageMatch[];
  readonly tolerance: number;
  readonly values: readonly TensorValues[];
}

/**
 * One part of a call: `forward`, `backward` (the loss too) or `step`. `speedup` is eager by compiled.
 */
export interface PartTimes {
  readonly compiled: Interval;
  readonly conclusive: boolean;
  readonly eager: Interval;
  readonly part: string;
  readonly speedup: Interval;
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
 *
 * `timings` are there when the program was measured, and so are `ledger`, eager operations beside the kernels that
 * they became, and `break_costs`, the most expensive break first.
 */
export interface Report {
  readonly attention_times: readonly AttentionTime[];
  readonly break_costs: readonly BreakCost[];
  readonly compilations: readonly Compilation[];
  readonly environment: Environment;
  readonly findings: readonly Finding[];
  readonly ledger: readonly LedgerRow[];
  readonly links: readonly Link[];
  readonly memory: Memory | null;
  readonly numerics: Numerics | null;
  readonly program: Program;
  readonly runs: readonly Run[];
  readonly schema: number;
  readonly sources: readonly Source[];
  readonly spans: readonly Span[];
  readonly texts: Readonly<Record<string, string>>;
  readonly timings: Timings | null;
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
 * The bytes that one line of the user keeps for the backward; `place` None: of no line that is known.
 *
 * A report holds what eager keeps; what compiled code keeps stands in its forward graphs, and views join the two.
 */
export interface SavedLine {
  readonly compiled: number;
  readonly eager: number;
  readonly place: Place | null;
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
 * The program compiled by as much of the compiler as `stage` names, against eager. `match` None: not known.
 *
 * `eager` is Dynamo alone, `aot_eager` AOTAutograd too, `inductor` (or the name of another backend) all of it.
 * `error` is the dotted type of what it raised, `message` the first line of that.
 */
export interface StageMatch {
  readonly error: string | null;
  readonly match: boolean | null;
  readonly max_abs: number | null;
  readonly message: string | null;
  readonly stage: string;
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

/**
 * The value of one node of Dynamo's graph in the measured call, with what the compiled code has in its place.
 *
 * `edges` and `counts` are a histogram of the finite values (one more edge than counts). `max_abs` is the
 * largest difference from `at` (see :class:`NodeMatch`); None where the compiled code keeps no such value.
 */
export interface TensorValues {
  readonly at: string | null;
  readonly counts: readonly number[];
  readonly dtype: string;
  readonly edges: readonly number[];
  readonly high: number | null;
  readonly low: number | null;
  readonly max_abs: number | null;
  readonly max_rel: number | null;
  readonly mean: number | null;
  readonly not_finite: number;
  readonly ref: string;
  readonly shape: readonly number[];
  readonly std: number | null;
}

/**
 * Calls in steady state: the first call and the warm-up are in none of these but `first_call`.
 *
 * `eager` and `compiled` are seconds of one call, `speedup` eager by compiled: above 1, compiled is faster.
 * It is `conclusive` when its interval leaves 1 out. `pairs` counts the pairs of blocks, one of each side, and
 * `calls` the calls in a block. `parts` are those of a training step.
 *
 * `first_call` is the first call of the compiled program, compiling and all; `compile` what of it is not the call.
 * `pays_off_after` counts the calls after which compiling has paid for itself; None when compiled is not faster, or
 * when it cannot be told. `graphs` is the time inside the compiled graphs in one call, and `overhead` what lies
 * around them in the forward: guards, wrapper, Python between graphs. `threads` are the intra-op threads that were
 * in force, `warmup` the calls of each side before the first pair.
 */
export interface Timings {
  readonly calls: number;
  readonly compile: number | null;
  readonly compiled: Interval;
  readonly conclusive: boolean;
  readonly eager: Interval;
  readonly first_call: number | null;
  readonly graphs: Interval | null;
  readonly notes: readonly string[];
  readonly overhead: Interval | null;
  readonly pairs: number;
  readonly parts: readonly PartTimes[];
  readonly pays_off_after: number | null;
  readonly speedup: Interval;
  readonly threads: number | null;
  readonly warmup: number;
}

/** What each field of each record holds, and what it is when the JSON leaves it out; see `shape.ts`. */

export const SHAPES: Readonly<Record<string, string>> = {
  Anchor: 'end:?n,line:n,ref:s',
  AttentionTime:
    'backend:s,conclusive:?b,place:?@Place,ref:s,refused:?s,seconds:?@Interval,speedup:?@Interval,target:s=""',
  BreakCost:
    'crossing:?n,finding:s,guards:?n,lost_fusion:?n,lost_fusion_from:?(estimate|measured),seconds:?@Interval,times:n=1',
  Call: 'error:?s,index:n,inputs:[s,seconds:?n',
  Compared:
    'compiled_error:?n,dtype:s="",eager_error:?n,exact:b=false,match:b,max_abs:?n,max_rel:?n,not_finite_compiled:n=0,not_finite_eager:n=0,rounding:b=false,shape:[n,what:s,why:?s',
  Compilation:
    'attempts:n=1,call:?n,called_from:?@Place,compiled_at:?@Place,function:?s,id:s,key:s,place:?@Place,reason:?s,restarts:[s,seconds:?n,settings:{s,stages:[@StageRecord,started:?n,status:s="ok",symbols:[@Symbol,trigger:s="unknown"',
  Cut: 'compilation:s,effect:s,place:@Place',
  Environment: 'caches:?s,compiler:?s,device_names:[s,devices:[s,platform:?s,python:?s,threads:?n,torch:?s,versions:{s',
  Finding:
    'advice:[s,attributes:{?snb,code:s,compilations:[s,count:n=1,cuts:[@Cut,kind:s,message:s="",place:?@Place,ref:s,refs:[s,severity:(error|note|warning),text:?s,title:s,user_place:?@Place',
  Fullgraph: 'error:?s,gb_type:?s,message:?s,ok:b,place:?@Place',
  Graph: 'name:s,nodes:[@Node,ref:s,text:?s',
  Guard: 'callers:[@Place,expression:s,failed:[s,input:?s,kind:s,noise:b=false,path:?s,place:?@Place,ref:s,source:?s',
  Interval: 'high:n,low:n,median:n,runs:n=0',
  Kernel: 'calls:[@KernelCall,device:?s,extern:b=false,language:s,listing:?s,name:s,ref:s',
  KernelCall: 'handle:?n,line:?n,nodes:[s,ref:s',
  LedgerRow:
    'bytes_per_second:?n,bytes_read:?n,bytes_saved:?n,bytes_written:?n,calls:[s,compilation:?s,compiled:?@Interval,conclusive:?b,control:b=false,direction:?(bwd|fwd),eager:?@Interval,finding:?s,flops:?n,flops_per_second:?n,graph:?n,kernels:[s,kind:(autograd|break|gap|guards|ops|python|removed|step|total|unmapped|wrapper),modules:[s,nodes:[s,note:?s,ops:[s,places:[@Place,ratio:?@Interval,ref:s,roofline:?n,share_compiled:?n,share_eager:?n,times:n=1,title:s=""',
  Link: 'kind:s,source:s,target:s',
  Listing: 'anchors:[@Anchor,file:?s,first_line:n=1,language:s,name:s,ref:s,text:s',
  Memory: 'compiled:@MemoryUse,eager:@MemoryUse,lines:[@SavedLine,notes:[s',
  MemoryUse: 'peak:?n,peak_from:?s,process:?n,saved:?n,saved_tensors:?n',
  Metric: 'baseline:?n,count:?n,high:?n,low:?n,name:s,ref:s,unit:s="",value:?nsb',
  Node: 'attributes:{?snb,code:s="",inputs:[s,line:?n,module:?s,name:s,note:?s,op:s,place:?@Place,ref:s,specs:[@TensorSpec,target:s',
  NodeMatch: 'among:[s,at:?s,max_abs:?n,max_rel:?n,place:?@Place,ref:s,stage:s="",target:s',
  NotFinite: 'count:n=0,kind:s="nan",place:?@Place,ref:s,side:s="eager",target:s',
  Numerics:
    'compared:[@Compared,compiled_error:?n,eager_error:?n,explained:[s,first_node:?@NodeMatch,first_stage:?s,match:b,max_abs:?n,max_rel:?n,nearer:?s,not_finite:[@NotFinite,other_draws:b=false,repeats:b=true,stages:[@StageMatch,tolerance:n,values:[@TensorValues',
  PartTimes: 'compiled:@Interval,conclusive:b,eager:@Interval,part:s,speedup:@Interval',
  Place: 'cell_id:?s,column:?n,end_column:?n,end_line:?n,execution_count:?n,file:s,function:?s,line:?n,source:?s',
  Program:
    'calls:[@Call,cwd:?s,fullgraph:?@Fullgraph,kind:s="capture",mode:?s,name:s,options:{s,output:?s,place:?@Place',
  Report:
    'attention_times:[@AttentionTime,break_costs:[@BreakCost,compilations:[@Compilation,environment:@Environment,findings:[@Finding,ledger:[@LedgerRow,links:[@Link,memory:?@Memory,numerics:?@Numerics,program:@Program,runs:[@Run,schema:n,sources:[@Source,spans:[@Span,texts:{s,timings:?@Timings',
  Run: 'metrics:[@Metric,name:s,spans:[@Span',
  SavedLine: 'compiled:n=0,eager:n=0,place:?@Place',
  Source: 'cell_id:?s,execution_count:?n,file:s,library:b=false,text:?s',
  Span: 'attributes:{?snb,lane:?s,name:s,parent:?s,ref:s,seconds:n,start:n,waiting:b=false',
  StageMatch: 'error:?s,match:?b,max_abs:?n,message:?s,stage:s',
  StageRecord:
    'direction:(bwd|dynamo|fwd|joint),graphs:[@Graph,guards:[@Guard,kernels:[@Kernel,listings:[@Listing,metrics:[@Metric,reason:?s,seconds:?n,spans:[@Span,stage:s,state:(absent|cached|done|failed|not_reached)="done",steps:[@Step',
  Step: 'after:?s,attributes:{?snb,before:?s,changed:?b,detail:?s,index:n,name:s,place:?@Place,ref:s,refs:[s,seconds:?n',
  Symbol: 'hint:?s,name:s,place:?@Place,range:?s,source:?s,specialized:?s',
  TensorSpec: 'device:?s,dtype:s,shape:?[ns,stride:?[ns',
  TensorValues:
    'at:?s,counts:[n,dtype:s,edges:[n,high:?n,low:?n,max_abs:?n,max_rel:?n,mean:?n,not_finite:n=0,ref:s,shape:[n,std:?n',
  Timings:
    'calls:n=1,compile:?n,compiled:@Interval,conclusive:b,eager:@Interval,first_call:?n,graphs:?@Interval,notes:[s,overhead:?@Interval,pairs:n,parts:[@PartTimes,pays_off_after:?n,speedup:@Interval,threads:?n,warmup:n=0',
};
