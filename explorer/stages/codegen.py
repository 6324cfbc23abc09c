"""What Inductor generates, forward and backward: the module, its wrapper, its kernels and every call of them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from explorer.parse.generated import Call, Defined
from explorer.parse.launches import LAUNCH_LABEL, Launches
from explorer.parse.outcome import Outcome
from explorer.parse.output_code import read_output_code
from explorer.parse.provenance import nodes_of, read_mappings
from explorer.parse.statements import statements
from explorer.parse.units import RANKS, Unit, units
from explorer.report import Anchor, Kernel, KernelCall, Listing, Part, StageRecord, Texts, make_ref
from explorer.tracing.event import Event, Trace

ASSUMED = "explorer.assumed"

LABELS = frozenset({"inductor_output_code", ASSUMED})

STAGE = "codegen"

FROM_CACHE = "from the FX graph cache"
NOT_INDUCTOR = "Inductor is not the backend, so no code was generated"
NO_BACKWARD = "backward() did not run, so no code was generated for it"
NO_CODE = "torch printed no code for this graph"
BACKEND_ERRORS = ("InductorError", "BackendCompilerFailed")


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each direction of each compile that handed a graph to a backend."""
    outcome = Outcome(trace.of(*Outcome.LABELS))
    compiled = units(trace.of(*RANKS))
    launches = Launches(trace.of(LAUNCH_LABEL))
    assumed = {event.key: str(event.data["isa"]) for event in trace.of(ASSUMED)}
    differentiable = {event.key for event in trace.of("aot_backward_graph")}
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key in dict.fromkeys((*compiled, *outcome.keys)):
        of_key = [unit for unit in compiled.get(key, ()) if unit.compiled]
        forward = [unit for unit in of_key if unit.direction == "fwd"]
        backward = [unit for unit in of_key if unit.direction == "bwd"]
        took = outcome.seconds(key, "inductor_code_gen_cumulative_compile_time_us", backward=bool(backward))
        records = [_record(texts, forward, outcome, took.fwd, launches) if forward else _missing(key, outcome)]
        if backward:
            records.append(_record(texts, backward, outcome, took.bwd, launches))
        elif forward and key in differentiable:
            records.append(StageRecord(stage=STAGE, direction="bwd", state="not_reached", reason=NO_BACKWARD))
        isa = assumed.get(key)
        stages[key] = tuple(_told(record, isa) if isa and record.listings else record for record in records)
    return Part(stages=stages)


def _told(record: StageRecord, isa: str) -> StageRecord:
    """A record whose code was written for a machine that is assumed: there was no compiler to ask."""
    why = f"the C++ is for an assumed {isa} machine: without a C++ compiler torch cannot know this one"
    return replace(record, reason=f"{record.reason}; {why}" if record.reason else why)


def _missing(key: str, outcome: Outcome) -> StageRecord:
    missed = outcome.missing(key, NOT_INDUCTOR)
    return StageRecord(stage=STAGE, direction="fwd", state=missed.state, reason=missed.reason)


def _record(
    texts: Texts, found: list[Unit[Event]], outcome: Outcome, took: float | None, launches: Launches
) -> StageRecord:
    printed = ((unit, unit.text("inductor_output_code")) for unit in found)
    modules = [Module(unit, code, launches) for unit, code in printed if code is not None]
    failure = outcome.failure(found[0].key, found[0].direction)
    record = StageRecord(
        stage=STAGE,
        direction=found[0].direction,
        seconds=took,
        listings=tuple(listing for module in modules for listing in module.listings(texts)),
        kernels=tuple(kernel for module in modules for kernel in module.kernels()),
    )
    if failure in BACKEND_ERRORS:
        reason = (
            f"the generated code could not be built ({failure})"
            if modules
            else f"Inductor failed before it printed code ({failure})"
        )
        return replace(record, state="failed", reason=reason)
    if not modules:
        return replace(record, state="absent", reason=NO_CODE)
    if all(unit.cached for unit in found):
        return replace(record, state="cached", reason=FROM_CACHE)
    return record


class Module:
    """One generated module with the refs of what is in it."""

    def __init__(self, unit: Unit[Event], code: str, launches: Launches) -> None:
        self._unit = unit
        self._code = code
        self._generated = read_output_code(code)
        self._launches = launches.of(unit.key, unit.direction, self._generated)
        data = unit.records["inductor_output_code"].data
        self._file = data.get("file_path") or data.get("filename") if isinstance(data, dict) else None

    def listings(self, texts: Texts) -> Iterator[Listing]:
        """``wrapper``: the function that runs the graph; one for each kernel; ``module``: all of it, as on disk."""
        main = self._generated.main
        language = self._generated.language
        lines = self._code.split("\n")
        calls = [Anchor(line=call.line, ref=self._ref("call", call.name)) for call in self._generated.calls]
        if main is not None:
            yield Listing(
                ref=self._ref("listing", "wrapper"),
                name=self._named("wrapper"),
                language=language,
                text=texts.add("\n".join(lines[main[0] - 1 : main[1]])),
                first_line=main[0],
                file=self._file,
                anchors=tuple(anchor for anchor in calls if main[0] <= anchor.line <= main[1]),
            )
        for kernel in self._generated.kernels:
            yield self._kernel_listing(texts, kernel)
        defined = [
            Anchor(line=kernel.line, end=kernel.end, ref=self._ref("kernel", kernel.name))
            for kernel in self._generated.kernels
        ]
        yield Listing(
            ref=self._ref("listing", "module"),
            name=self._named("module"),
            language="python",
            text=texts.add(self._code),
            file=self._file,
            anchors=tuple(sorted((*defined, *calls), key=lambda anchor: anchor.line)),
        )

    def kernels(self) -> Iterator[Kernel]:
        """The generated kernels, then the library's, each with its calls in order."""
        calls: dict[str, list[Call]] = {kernel.name: [] for kernel in self._generated.kernels}
        for call in self._generated.calls:
            calls.setdefault(call.kernel, []).append(call)
        defined = {kernel.name: kernel for kernel in self._generated.kernels}
        nodes = self._nodes()
        for name, of_kernel in calls.items():
            kernel = defined.get(name)
            yield Kernel(
                ref=self._ref("kernel", name),
                name=self._named(name),
                language=kernel.language if kernel else "extern",
                extern=kernel is None,
                device=kernel.device if kernel else of_kernel[0].device,
                listing=self._ref("listing", name) if kernel else None,
                calls=tuple(self._call(call, nodes.get(call.name, ())) for call in of_kernel),
            )

    def _call(self, call: Call, nodes: tuple[str, ...]) -> KernelCall:
        return KernelCall(ref=self._ref("call", call.name), handle=call.handle, line=call.line, nodes=nodes)

    def _nodes(self) -> dict[str, tuple[str, ...]]:
        """The refs of the post-grad nodes that each call runs, by the call's name, as far as torch tells."""
        unit = self._unit
        mappings = read_mappings(unit.text("inductor_provenance_tracking_node_mappings"))
        known = statements(unit.text("inductor_post_grad_graph", "after_post_grad_graph") or "")
        return {
            name: tuple(make_ref(unit.key, unit.direction, "post_grad", "node", unit.prefix + node) for node in nodes)
            for name, nodes in nodes_of(self._generated, mappings, known, self._launches).items()
        }

    def _kernel_listing(self, texts: Texts, kernel: Defined) -> Listing:
        whole = Anchor(line=1, end=kernel.code.count("\n") + 1, ref=self._ref("kernel", kernel.name))
        return Listing(
            ref=self._ref("listing", kernel.name),
            name=self._named(kernel.name),
            language=kernel.language,
            text=texts.add(kernel.code),
            file=kernel.file,
            anchors=(whole,),
        )

    def _named(self, name: str) -> str:
        return self._unit.prefix + name

    def _ref(self, kind: str, name: str) -> str:
        return make_ref(self._unit.key, self._unit.direction, STAGE, kind, self._named(name))
