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

/** What each field of each record holds, and what it is when the JSON leaves it out; see `shape.ts`. */

export const SHAPES: Readonly<Record<string, string>> = {
  Anchor: 'end:?n,line:n,ref:s',
  Call: 'error:?s,index:n,inputs:[s,seconds:?n',
  Compilation:
    'attempts:n=1,call:?n,called_from:?@Place,compiled_at:?@Place,function:?s,id:s,key:s,place:?@Place,reason:?s,restarts:[s,seconds:?n,settings:{s,stages:[@StageRecord,started:?n,status:s="ok",symbols:[@Symbol,trigger:s="unknown"',
  Environment: 'caches:?s,compiler:?s,device_names:[s,devices:[s,platform:?s,python:?s,threads:?n,torch:?s,versions:{s',
  Finding:
    'advice:[s,attributes:{?snb,code:s,compilations:[s,count:n=1,kind:s,message:s="",place:?@Place,ref:s,refs:[s,severity:(error|note|warning),text:?s,title:s,user_place:?@Place',
  Fullgraph: 'error:?s,gb_type:?s,message:?s,ok:b,place:?@Place',
  Graph: 'name:s,nodes:[@Node,ref:s,text:?s',
  Guard: 'expression:s,failed:[s,kind:s,noise:b=false,place:?@Place,ref:s,source:?s',
  Kernel: 'calls:[@KernelCall,device:?s,extern:b=false,language:s,listing:?s,name:s,ref:s',
  KernelCall: 'handle:?n,line:?n,nodes:[s,ref:s',
  Link: 'kind:s,source:s,target:s',
  Listing: 'anchors:[@Anchor,file:?s,first_line:n=1,language:s,name:s,ref:s,text:s',
  Metric: 'baseline:?n,count:?n,high:?n,low:?n,name:s,ref:s,unit:s="",value:?nsb',
  Node: 'attributes:{?snb,code:s="",inputs:[s,line:?n,module:?s,name:s,note:?s,op:s,place:?@Place,ref:s,specs:[@TensorSpec,target:s',
  Place: 'cell_id:?s,column:?n,end_column:?n,end_line:?n,execution_count:?n,file:s,function:?s,line:?n,source:?s',
  Program:
    'calls:[@Call,cwd:?s,fullgraph:?@Fullgraph,kind:s="capture",mode:?s,name:s,options:{s,output:?s,place:?@Place',
  Report:
    'compilations:[@Compilation,environment:@Environment,findings:[@Finding,links:[@Link,program:@Program,runs:[@Run,schema:n,sources:[@Source,spans:[@Span,texts:{s',
  Run: 'metrics:[@Metric,name:s,spans:[@Span',
  Source: 'cell_id:?s,execution_count:?n,file:s,library:b=false,text:?s',
  Span: 'attributes:{?snb,lane:?s,name:s,parent:?s,ref:s,seconds:n,start:n,waiting:b=false',
  StageRecord:
    'direction:(bwd|dynamo|fwd|joint),graphs:[@Graph,guards:[@Guard,kernels:[@Kernel,listings:[@Listing,metrics:[@Metric,reason:?s,seconds:?n,spans:[@Span,stage:s,state:(absent|cached|done|failed|not_reached)="done",steps:[@Step',
  Step: 'after:?s,attributes:{?snb,before:?s,changed:?b,detail:?s,index:n,name:s,place:?@Place,ref:s,refs:[s,seconds:?n',
  Symbol: 'hint:?s,name:s,place:?@Place,range:?s,source:?s,specialized:?s',
  TensorSpec: 'device:?s,dtype:s,shape:?[ns,stride:?[ns',
};
