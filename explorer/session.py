"""One exploration from start to finish: state saved, capture running, everything put back, the report built."""

from __future__ import annotations

import contextlib
import gc
import threading
import types
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import structs

from explorer.attention import ask_attention
from explorer.build import build
from explorer.compat import bytecode, counters, eval_frame, pgo, printing, settings
from explorer.compat.attention import allowed, calls_in
from explorer.compat.compile_calls import CompileCalls
from explorer.compat.compile_id import current
from explorer.compat.dynamo_graph import graph_in, node_facts
from explorer.compat.dynamo_steps import StepWatch
from explorer.compat.graph_break_registry import entries_in
from explorer.compat.guard_build import guards_in
from explorer.compat.installed import CompiledGraph, compiled_graph
from explorer.compat.operators import operator_facts
from explorer.compat.private import MISSING
from explorer.parse.operators import is_custom
from explorer.report import Report, is_library
from explorer.tracing import sources as source_files
from explorer.tracing.compiler import InductorWatch, watch_autograd, watch_fast_path, watch_tracing
from explorer.tracing.environment import environment
from explorer.tracing.event import Event
from explorer.tracing.failure import failure
from explorer.tracing.live import Listener, LiveTrace
from explorer.tracing.log_watch import watch_warnings
from explorer.tracing.quiet import quiet_torch
from explorer.tracing.world import save_modes, save_random

_ONE_AT_A_TIME = threading.RLock()
Patches = Mapping[str, Mapping[str, Any]]


class Session:
    """The events of one exploration. ``note`` adds one of our own; ``report`` folds them once it has ended."""

    def __init__(self, listener: Listener | None = None, *, alone: bool = False) -> None:
        self._inductor = InductorWatch()
        heard = {
            "dynamo_start": self._started,
            "dynamo_output_graph": self._captured,
            "dynamo_cpp_guards_str": self._guarded,
        }
        self._trace = LiveTrace(listener, on_record=heard, on_inductor=self._inductor.start, alone=alone)
        self._compile_calls = CompileCalls()
        self.note = self._trace.note
        self._devices: dict[str, None] = {}
        self._caches = "user"
        self._steps: StepWatch | None = None
        self._told: set[str] = set()
        self._graphs: list[CompiledGraph] | None = None
        follow = getattr(listener, "follow", None)  # a listener that can show a report while the rest still runs
        if follow is not None:
            follow(self.so_far)

    def uses(self, devices: tuple[str, ...]) -> None:
        """The program uses these torch device types."""
        self._devices.update(dict.fromkeys(devices))

    def events(self) -> list[Event]:
        """What was noted so far."""
        return self._trace.events()

    def keep_graphs(self, graphs: list[CompiledGraph] | None) -> None:
        """Put each graph that Dynamo makes from now on into ``graphs``, with the function compiled from it."""
        self._graphs = graphs

    def follow_steps(self, limit: int) -> None:
        """Follow Dynamo's symbolic run in the captures from now on, up to ``limit`` steps, and Inductor's passes."""

        def on_attempt(data: dict[str, Any], compile_id: str | None) -> None:
            self.note("steps", data, compile_id=compile_id)

        self._inductor.passes = True
        self._steps = StepWatch(on_attempt, hears=self._trace.hears_this_thread, limit=limit)

    def fail(self, error: BaseException, *, stage: str | None = None, call: int | None = None) -> None:
        """The user's program raised ``error``."""
        data, trace = failure(error, stage=stage, call=call)
        self.note("error", data, trace)

    @contextlib.contextmanager
    def capture(self, *, caches: str, patches: Patches) -> Iterator[None]:
        """Record while the body runs. Configuration, provenance, loggers and hooks are as before afterwards."""
        self._caches = caches
        off = settings.WITHOUT_CACHES if caches == "off" else {}
        level = {settings.INDUCTOR: {"trace.provenance_tracking_level": 1}} if caches == "off" else {}
        if settings.provenance_level() is None:
            level = {}
        with contextlib.ExitStack() as stack:
            stack.callback(self._note_missing)  # what putting back looked for, too
            for values in (off, level, patches):
                stack.enter_context(settings.patched(values))
            stack.enter_context(settings.fresh_provenance())
            stack.enter_context(printing.GUARD.guarded())
            stack.enter_context(watch_warnings(self.note))
            stack.enter_context(watch_autograd(self.note))
            stack.enter_context(watch_fast_path(self.note))
            stack.enter_context(watch_tracing(self.note))
            stack.enter_context(self._inductor.ready(self.note))
            stack.enter_context(self._compile_calls.watching())
            stack.callback(bytecode.listen(self._bytecode, resumed=True))  # torch 2.11 does not trace theirs
            stack.callback(bytecode.listen(self._runs, resumed=True))
            if self._steps is not None:
                stack.enter_context(self._steps.watching())
            if self._trace.start():
                stack.callback(self._trace.stop)
            try:
                yield
            finally:
                self._after()

    @contextlib.contextmanager
    def unheard(self) -> Iterator[None]:
        """What this thread compiles in the body is in no log and no report (a probe compiles too)."""
        with self._trace.muted(), quiet_torch():
            yield

    @contextlib.contextmanager
    def borrowed_world(self) -> Iterator[None]:
        """Run the body as if it had never run: cache entries, sizes seen, counters, random numbers, modes go back.

        Explorations in several threads wait for each other: what one puts back another may be using.
        """
        with _ONE_AT_A_TIME, contextlib.ExitStack() as stack:
            stack.callback(self._note_missing)
            for undo in (save_modes(), save_random()):
                stack.callback(undo)
            stack.callback(counters.restore, counters.save())
            stack.callback(pgo.restore, pgo.save())
            stack.callback(self._restore, eval_frame.Footprint())
            yield

    def report(self) -> Report:
        """The report of everything noted so far."""
        with _no_collection():
            return build(self._trace.events())

    def so_far(self) -> Report:
        """The report of what is done by now; any thread may ask while the rest runs."""
        events = self._trace.events()
        named = (Event(kind="explorer.source", data=data, payload=text) for data, text in source_files.sources(events))
        return _unfinished(build([*events, *named]))

    def _after(self) -> None:
        if self._steps is not None:
            self._steps.flush()
        self._note_missing()
        if self._trace.broken is not None:
            self.note("degraded", {"feature": "live progress", "why": f"the listener failed: {self._trace.broken}"})
        for about, error in self._trace.failed.items():
            why = f"reading it failed ({type(error).__name__}: {error}); the compile went on"
            self.note("degraded", {"feature": f"what {about} tells beside its text", "why": why})
        self.note("environment", environment(self._devices, self._caches))
        ask_attention(self._trace.events(), self.note)
        events = self._trace.events()
        registry = entries_in(event.payload for event in events if event.label == "dynamo_graph_break_reason")
        if registry:
            self.note("registry", registry)
        for data, text in source_files.sources(events):
            self.note("source", data, text)

    def _note_missing(self) -> None:
        """Private names of torch that were looked for and not found."""
        for name in list(MISSING):
            missing = MISSING.pop(name)
            if name not in self._told:
                self._told.add(name)
                self.note("degraded", {"feature": missing.feature, "why": missing.without})

    def _started(self, frame: types.FrameType) -> None:
        """Dynamo starts a compile: which ``torch.compile`` call asked for it?"""
        found = self._compile_calls.behind(frame)
        if found is not None:
            self.note("compile_call", found, compile_id=current())

    def _captured(self, frame: types.FrameType) -> None:
        """Dynamo hands a graph to the backend: what does its printed text leave out?"""
        graph = graph_in(frame)
        if graph is not None:
            self._note_operators(graph)
        if graph is not None and self._steps is not None:
            self._steps.captured(graph)
        if graph is not None:
            data = {"nodes": node_facts(graph), "attention": calls_in(graph), "allowed": allowed()}
            self.note("graph", data, compile_id=current())
        kept = compiled_graph(frame) if self._graphs is not None else None
        if kept is not None and self._graphs is not None:
            # Inductor may send a graph back: the last of a compile is the one that runs
            self._graphs[:] = [*(each for each in self._graphs if each.compile_id != kept.compile_id), kept]

    def _note_operators(self, graph: Any) -> None:
        nodes, kernels = operator_facts(graph, is_custom)
        if nodes:
            self.note("operators", {"nodes": nodes, "kernels": kernels}, compile_id=current())

    def _guarded(self, frame: types.FrameType) -> None:
        """Dynamo has built the guards: who added each, and what does checking them cost?"""
        found = guards_in(frame)
        if found is not None:
            self.note("guards", found, compile_id=current())

    def _restore(self, footprint: eval_frame.Footprint) -> None:
        for what in footprint.restore():
            self.note("touched", {"what": what, "why": "torch can empty a cache entry but not remove it"})

    def _runs(self, original: types.CodeType, modified: types.CodeType) -> None:
        """What the new bytecode of a frame does; resume functions are told apart by their code objects."""
        parts = bytecode.parts(original, modified)
        for part in parts:
            if part["kind"] == "resume":
                code = bytecode.resumed_code(part["name"])
                if code is not None:
                    part |= {"code": id(code), "function": code.co_name, "file": code.co_filename}
        data = {"code": id(original), "function": original.co_name, "file": original.co_filename, "parts": parts}
        self.note("runs", data, compile_id=current())

    def _bytecode(self, original: types.CodeType, modified: types.CodeType) -> None:
        if is_library(original.co_filename):
            return
        compile_id = current()
        for when, code in (("original", original), ("modified", modified)):
            data = {
                "when": when,
                "name": original.co_qualname if hasattr(original, "co_qualname") else original.co_name,
                "file": original.co_filename,
                "line": original.co_firstlineno,
            }
            self.note("bytecode", data, bytecode.listing(code), compile_id=compile_id)


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """No garbage collection: parsing makes many objects, and each round would walk all of torch's."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _unfinished(report: Report) -> Report:
    """The report while its last compile runs: what is absent from that one may still come."""
    if not report.compilations:
        return report
    *done, last = report.compilations
    stages = (
        structs.replace(stage, state="not_reached", reason=None) if stage.state == "absent" else stage
        for stage in last.stages
    )
    return structs.replace(report, compilations=(*done, structs.replace(last, stages=tuple(stages))))
