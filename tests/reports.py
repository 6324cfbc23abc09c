"""Reports made by hand from the records, for the tests of the views: one with everything and one empty."""

from __future__ import annotations

from explorer.report import (
    SCHEMA,
    Anchor,
    Call,
    Compilation,
    Environment,
    Finding,
    Fullgraph,
    Graph,
    Guard,
    Kernel,
    KernelCall,
    Link,
    Listing,
    Metric,
    Node,
    Place,
    Program,
    Report,
    Source,
    Span,
    StageRecord,
    TensorSpec,
    Texts,
    line_ref,
    make_ref,
)

FILE = "/home/user/project/tiny.py"
CWD = "/home/user/project"

SOURCE = '''\
import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        """Widen, print, narrow."""
        b, t, d = x.shape
        # the wide half
        y = self.up(self.norm(x))
        print("wide", y.std())
        y = torch.relu(y)
        return x + self.down(y)


class Tiny(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.block = Block(width)
        self.head = nn.Linear(width, 512)
        self.step = 0

    def forward(self, x):
        x = self.block(x)
        self.step += 1
        return self.head(x).log_softmax(-1)
'''


def place(line: int, function: str = "forward") -> Place:
    """A place in the sample source, with the text of its line."""
    return Place(file=FILE, line=line, function=function, source=SOURCE.split("\n")[line - 1].strip())


def spec(*shape: int | str) -> TensorSpec:
    """A float32 tensor on the CPU."""
    return TensorSpec(dtype="float32", shape=shape, device="cpu")


def graph(texts: Texts, key: str, ops: list[tuple[str, int, TensorSpec]]) -> Graph:
    """A Dynamo graph: one input, then the ops ``(name, line, what it makes)`` in a chain, then the output."""
    ref = lambda name: make_ref(key, "dynamo", "dynamo", "node", name)  # noqa: E731
    nodes = [Node(ref=ref("l_x_"), name="l_x_", op="placeholder", target="L_x_", specs=(spec(8, 64, 64),))]
    for name, line, made in ops:
        nodes.append(
            Node(
                ref=ref(name),
                name=name,
                op="call_function",
                target=f"torch.{name}",
                code=f"torch.{name}({nodes[-1].name})",
                inputs=(nodes[-1].ref,),
                specs=(made,),
                place=place(line),
                line=len(nodes) + 2,
            )
        )
    nodes.append(Node(ref=ref("output"), name="output", op="output", target="output", inputs=(nodes[-1].ref,)))
    text = "class GraphModule(torch.nn.Module):\n    def forward(self, L_x_):\n" + "\n".join(
        f"        {node.name} = {node.code or node.target}" for node in nodes
    )
    return Graph(
        ref=make_ref(key, "dynamo", "dynamo", "graph", "graph"), name="graph", nodes=tuple(nodes), text=texts.add(text)
    )


def dynamo_stage(texts: Texts, key: str, ops: list[tuple[str, int, TensorSpec]]) -> StageRecord:
    """Dynamo's stage: its graph and the bytecode before and after."""
    listings = tuple(
        Listing(
            ref=make_ref(key, "dynamo", "dynamo", "listing", name),
            name=name,
            language="bytecode",
            text=texts.add(f" 12  0 RESUME 0\n 16  2 LOAD_FAST 0 (self)   # {name}"),
        )
        for name in ("original_bytecode", "modified_bytecode")
    )
    return StageRecord(stage="dynamo", direction="dynamo", graphs=(graph(texts, key, ops),), listings=listings)


def guards_stage(key: str, count: int, failed: str | None = None) -> StageRecord:
    """``count`` guards, the last third global noise; the first made the compile ``failed`` happen."""
    guards = tuple(
        Guard(
            ref=make_ref(key, "dynamo", "guards", "guard", str(number)),
            kind="GLOBAL_STATE" if number >= count * 2 // 3 else "TENSOR_MATCH",
            expression=f"check_tensor(L['x'], size=[8, 64, {number}])",
            source="L['x']",
            place=place(16),
            noise=number >= count * 2 // 3,
            failed=(failed,) if failed and number == 0 else (),
        )
        for number in range(count)
    )
    return StageRecord(stage="guards", direction="dynamo", guards=guards)


def codegen_stage(texts: Texts, key: str, kernels: int, extern: int) -> StageRecord:
    """Generated code: ``kernels`` C++ kernels, one library kernel called ``extern`` times, and the wrapper."""
    name = lambda number: f"cpp_fused_add_relu_{number}"  # noqa: E731
    ref = lambda kind, what: make_ref(key, "fwd", "codegen", kind, what)  # noqa: E731
    listings = [
        Listing(
            ref=ref("listing", name(number)), name=name(number), language="cpp", text=texts.add(_kernel(name(number)))
        )
        for number in range(kernels)
    ]
    wrapper = "async_compile.wait(globals())\n\ndef call(args):\n    extern_kernels.addmm(buf0, arg1)\n"
    anchor = Anchor(line=4, ref=ref("call", "extern_kernels.addmm:1"))
    listings.append(
        Listing(
            ref=ref("listing", "wrapper"), name="wrapper", language="python", text=texts.add(wrapper), anchors=(anchor,)
        )
    )
    made = [
        Kernel(
            ref=ref("kernel", name(number)),
            name=name(number),
            language="cpp",
            device="cpu",
            listing=ref("listing", name(number)),
            calls=(KernelCall(ref=ref("call", f"{name(number)}:{number + 2}"), handle=number + 2, line=5),),
        )
        for number in range(kernels)
    ]
    calls = tuple(KernelCall(ref=ref("call", f"extern_kernels.addmm:{n}"), handle=n, line=4) for n in range(extern))
    made.append(
        Kernel(
            ref=ref("kernel", "extern_kernels.addmm"),
            name="extern_kernels.addmm",
            language="extern",
            extern=True,
            device="cpu",
            calls=calls,
        )
    )
    return StageRecord(stage="codegen", direction="fwd", listings=tuple(listings), kernels=tuple(made))


def _kernel(name: str) -> str:
    loop = "    for (int64_t x0 = 0; x0 < 8L; x0 += 1L)\n    {\n    }\n"
    return f'extern "C" void {name}(const float* in_ptr0, float* out_ptr0)\n{{\n{loop}}}'


def phases_stage(key: str, start: float, seconds: float) -> StageRecord:
    """A compile of ``seconds``, half of it waiting for the C++ compiler."""
    ref = lambda name: make_ref(key, "dynamo", "phases", "span", name)  # noqa: E731
    spans = (
        Span(ref=ref("entire"), name="entire_frame_compile", start=start, seconds=seconds),
        Span(ref=ref("tracing"), name="bytecode_tracing", start=start, seconds=seconds * 0.1, parent=ref("entire")),
        Span(
            ref=ref("backend"), name="backend_compile", start=start + 0.1, seconds=seconds * 0.8, parent=ref("entire")
        ),
        Span(ref=ref("g++"), name="g++", start=start + 0.2, seconds=seconds * 0.5, parent=ref("backend"), waiting=True),
    )
    return StageRecord(stage="phases", direction="dynamo", seconds=seconds, spans=spans)


def caches_stage(key: str) -> StageRecord:
    """The FX graph cache was switched off."""
    metric = Metric(ref=make_ref(key, "fwd", "caches", "metric", "fx_graph"), name="FX graph cache", value="bypass")
    return StageRecord(stage="caches", direction="fwd", reason="switched off for this run", metrics=(metric,))


def raw_stage(texts: Texts, key: str) -> StageRecord:
    """A record that no stage understands."""
    listing = Listing(
        ref=make_ref(key, "dynamo", "raw", "listing", "new_record"),
        name="new_record",
        language="json",
        text=texts.add('{"new_record": {"answer": 42}}'),
    )
    return StageRecord(stage="raw", direction="dynamo", listings=(listing,))


def compilation(
    texts: Texts,
    key: str,
    function: str,
    line: int,
    ops: list[tuple[str, int, TensorSpec]],
    *,
    seconds: float,
    guards: int,
    kernels: int,
    extern: int,
    trigger: str = "first call",
    reason: str | None = None,
    failed: str | None = None,
    call: int = 0,
) -> Compilation:
    """A compile that went all the way to code."""
    stages = (
        dynamo_stage(texts, key, ops),
        guards_stage(key, guards, failed),
        codegen_stage(texts, key, kernels, extern),
        phases_stage(key, float(line), seconds),
        caches_stage(key),
        raw_stage(texts, key),
    )
    return Compilation(
        key=key,
        id=key,
        function=function,
        place=place(line),
        trigger=trigger,
        reason=reason,
        call=call,
        seconds=seconds,
        stages=stages,
        called_from=Place(file=FILE, line=30, function="forward", source="x = self.block(x)"),
    )


ENVIRONMENT = Environment(
    torch="2.13.0+cpu",
    python="3.11.9",
    platform="Linux",
    devices=("cpu",),
    device_names=("x86_64",),
    threads=1,
    compiler="g++ 12.2.0",
    versions={"triton": "3.7.1"},
    caches="off",
)

TRACE = f'''\
Traceback (most recent call last):
  File "{FILE}", line 32, in forward
    return self.head(x).log_softmax(-1)
RuntimeError: mat1 and mat2 shapes cannot be multiplied (512x32 and 64x512)'''


def full() -> Report:
    """Three graphs around a print, a recompile of the first, the limit, an error; kernels, guards, phases."""
    texts = Texts()
    wide, narrow = spec(8, 64, 256), spec(8, 64, 64)
    first = [("layer_norm", 16, narrow), ("linear", 16, wide)]
    second = [("relu", 18, wide), ("linear", 19, narrow), ("add", 19, narrow)]
    third = [("linear", 32, spec(8, 64, 512)), ("log_softmax", 32, spec(8, 64, 512))]
    dynamic = [("layer_norm", 16, spec("s77", 64, 64)), ("linear", 16, spec("s77", 64, 256))]
    reason = "tensor 'x' size mismatch at index 0. expected 8, actual 4"
    compilations = (
        compilation(
            texts, "1/0", "Block.forward", 12, first, seconds=6.77, guards=66, kernels=2, extern=3, failed="1/1"
        ),
        compilation(
            texts,
            "2/0",
            "torch_dynamo_resume_in_forward_at_17",
            17,
            second,
            seconds=3.3,
            guards=75,
            kernels=3,
            extern=3,
        ),
        compilation(
            texts,
            "3/0",
            "torch_dynamo_resume_in_forward_at_30",
            30,
            third,
            seconds=0.86,
            guards=49,
            kernels=2,
            extern=1,
        ),
        compilation(
            texts,
            "1/1",
            "Block.forward",
            12,
            dynamic,
            seconds=2.04,
            guards=66,
            kernels=2,
            extern=3,
            trigger="recompile",
            reason=reason,
            call=1,
        ),
        Compilation(key="0/0", id="0/0", function="Tiny.forward", place=place(29), status="ok", seconds=0.4, call=0),
        Compilation(
            key="1/8",
            id="1/8",
            function="Block.forward",
            place=place(12),
            trigger="recompile",
            reason=reason,
            status="limit",
            call=8,
        ),
    )
    return Report(
        schema=SCHEMA,
        program=Program(
            name="Tiny",
            kind="module",
            place=place(29),
            mode="eval, no grad",
            cwd=CWD,
            output="f32[8, 64, 512]",
            options={"backend": "inductor"},
            calls=(Call(index=0, inputs=("f32[8, 64, 64]",), seconds=11.9), Call(index=1, inputs=("f32[4, 64, 64]",))),
            fullgraph=Fullgraph(
                ok=False,
                error="torch._dynamo.exc.Unsupported",
                gb_type="Failed to trace builtin operator",
                place=place(17),
            ),
        ),
        environment=ENVIRONMENT,
        compilations=compilations,
        findings=_findings(texts, reason),
        links=(
            Link(source=line_ref(FILE, 16), target=make_ref("1/0", "dynamo", "dynamo", "node", "linear"), kind="line"),
        ),
        sources=(Source(file=FILE, text=texts.add(SOURCE)),),
        texts=texts.by_key,
    )


def _findings(texts: Texts, reason: str) -> tuple[Finding, ...]:
    ref = lambda key, kind, name: make_ref(key, "dynamo", kind, "finding", name)  # noqa: E731
    return (
        Finding(
            ref=ref("3/0", "errors", "0"),
            kind="error",
            code="RuntimeError",
            severity="error",
            title="The program raised RuntimeError.",
            message="mat1 and mat2 shapes cannot be multiplied (512x32 and 64x512)",
            place=place(32),
            user_place=place(32),
            compilations=("3/0",),
            attributes={"type": "torch._dynamo.exc.TorchRuntimeError", "stage": "dynamo"},
            text=texts.add(TRACE),
        ),
        Finding(
            ref=ref("1/8", "recompiles", "limit"),
            kind="limit",
            code="RECOMPILE_LIMIT",
            severity="error",
            title="Block.forward hit the recompile limit of 8 and runs in Python from now on.",
            advice=("Mark the size as dynamic: torch._dynamo.mark_dynamic(x, 0)",),
            place=place(12),
            user_place=place(12),
            compilations=("1/8",),
            attributes={"limit": 8, "versions": 9, "guard": reason},
        ),
        Finding(
            ref=ref("0/0", "breaks", "0"),
            kind="break",
            code="GB0059",
            severity="warning",
            title="print cuts the program into 3 graphs.",
            message="Dynamo cannot trace print of a tensor (GB0059).",
            advice=("Print only when not compiling: if not torch.compiler.is_compiling():",),
            place=place(17),
            user_place=place(17),
            count=2,
            compilations=("1/0", "0/0"),
            attributes={
                "gb_type": "Failed to trace builtin operator",
                "effect": "resumed",
                "fixability": "supportable",
                "call": 0,
            },
        ),
        Finding(
            ref=ref("1/1", "recompiles", "0"),
            kind="recompile",
            code="SIZE",
            severity="warning",
            title="Block.forward was compiled again: the size of x changed.",
            message=reason,
            advice=("Mark the size as dynamic: torch._dynamo.mark_dynamic(x, 0)",),
            place=place(16),
            user_place=place(16),
            compilations=("1/1",),
            attributes={"guard": reason, "old": "8", "new": "4", "versions": 2, "limit": 8, "call": 1},
        ),
        Finding(
            ref=ref("1/8", "recompiles", "1"),
            kind="recompile",
            code="SIZE",
            severity="warning",
            title="Block.forward was compiled again: the size of x changed.",
            message=reason,
            advice=("Mark the size as dynamic: torch._dynamo.mark_dynamic(x, 0)",),
            place=place(16),
            user_place=place(16),
            compilations=("1/8",),
            attributes={"guard": reason, "old": "8", "versions": 9, "limit": 8, "call": 8},
        ),
        Finding(
            ref=ref("1/0", "caches", "0"),
            kind="cache",
            code="CACHES_OFF",
            severity="note",
            title="The graph caches were not read.",
            message="A hit would carry the lines of an older source.",
        ),
    )


def empty() -> Report:
    """Nothing compiled."""
    return Report(
        schema=SCHEMA,
        program=Program(name="f", kind="function"),
        environment=Environment(),
        findings=(
            Finding(
                ref=make_ref("-/-", "dynamo", "dynamo", "finding", "nothing"),
                kind="nothing_compiled",
                code="NO_COMPILE",
                severity="warning",
                title="Nothing was compiled.",
                message="No torch.compile was called.",
                advice=("Wrap the model: torch.compile(model)",),
            ),
        ),
    )
