"""What torch's compiler knows and does not trace, as events of our own: everything that is listened to, joined."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat import aot_graphs, autotune, cudagraphs, fast_path, kernels, no_compiler, patterns, trace_times
from explorer.compat.compile_id import current
from explorer.compat.graph_passes import PassWatch
from explorer.compat.scheduler import SchedulerWatch

Note = Callable[..., None]


@contextlib.contextmanager
def watch_autograd(note: Note) -> Iterator[None]:
    """``explorer.aot_nodes {graph, nodes}`` for each graph of AOTAutograd: what its nodes were before."""

    def on_graph(kind: str, nodes: dict[str, dict[str, Any]]) -> None:
        note("aot_nodes", {"graph": kind, "nodes": nodes}, compile_id=current())

    with aot_graphs.watch(on_graph):
        yield


@contextlib.contextmanager
def watch_tracing(note: Note) -> Iterator[None]:
    """``explorer.trace_times {functions}`` for each attempt of Dynamo: how long it traced each function."""
    with trace_times.watch(lambda rows: note("trace_times", {"functions": rows}, compile_id=current())):
        yield


@contextlib.contextmanager
def watch_fast_path(note: Note) -> Iterator[None]:
    """``explorer.fast_path`` for each attention module of ``torch.nn`` that Dynamo traced."""
    with fast_path.watch(lambda facts: note("fast_path", facts, compile_id=current())):
        yield


class InductorWatch:
    """What Inductor does, from when it is first used: importing it for another backend would take a second.

    ``explorer.scheduled`` for each graph that it schedules, with the texts of its nodes in ``explorer.ir``;
    ``explorer.kernel`` for each kernel call that it writes; ``explorer.rewrite`` for each pattern that it replaces;
    ``explorer.pass`` for each pass, when they are asked for; ``explorer.cudagraphs`` for each graph for which CUDA
    graphs are asked for; ``explorer.autotune`` for each choice among measured candidates; ``explorer.assumed`` where
    it writes C++ without a compiler to ask.
    """

    def __init__(self) -> None:
        self._note: Note = lambda *_, **__: None
        self._lock = threading.Lock()
        self._stack: contextlib.ExitStack | None = None
        self._started = False
        self.passes = False
        """Whether each pass is told with its graphs, which costs compile time."""

    @contextlib.contextmanager
    def ready(self, note: Note) -> Iterator[None]:
        """Listen in the body, at once where Inductor is loaded, else when :meth:`start` is called."""
        with contextlib.ExitStack() as stack:
            self._note, self._stack, self._started = note, stack, False
            if "torch._inductor.compile_fx" in sys.modules:
                self.start()
            try:
                yield
            finally:
                self._stack = None

    def start(self) -> None:
        """Inductor begins to work. Called again, it does nothing."""
        with self._lock:
            if self._started or self._stack is None:
                return
            self._started = True
            self._stack.enter_context(SchedulerWatch(self._scheduled).watching())
            self._stack.enter_context(patterns.watch(self._rewritten))
            self._stack.enter_context(kernels.watch(self._launched))
            self._stack.enter_context(cudagraphs.watch(self._recorded))
            self._stack.enter_context(autotune.watch(self._chosen))
            if self.passes:
                self._stack.enter_context(PassWatch(self._passed).watching())
            self._stack.enter_context(no_compiler.ASSUMING.told_to(self._assumed))

    def _scheduled(self, data: dict[str, Any], before: str, after: str) -> None:
        for when, text in (("before", before), ("after", after)):
            self._note("ir", {"when": when, "backward": data["backward"]}, text, compile_id=current())
        self._note("scheduled", data, compile_id=current())

    def _assumed(self, why: str) -> None:
        self._note("assumed", {"isa": no_compiler.ASSUMED, "why": why}, compile_id=current())

    def _launched(self, data: dict[str, Any]) -> None:
        self._note("kernel", data, compile_id=current())

    def _passed(self, data: dict[str, Any]) -> None:
        self._note("pass", data, compile_id=current())

    def _recorded(self, data: dict[str, Any]) -> None:
        self._note("cudagraphs", data, compile_id=current())

    def _chosen(self, data: dict[str, Any]) -> None:
        self._note("autotune", data, compile_id=current())

    def _rewritten(self, data: dict[str, Any]) -> None:
        self._note("rewrite", data, compile_id=current())
