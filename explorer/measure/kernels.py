"""Compiled calls with timers in them: each kernel, each generated module, each graph, and the Python between graphs."""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from explorer.compat.guard_checks import GuardCheck, guard_checks
from explorer.compat.installed import CompiledGraph
from explorer.compat.output_modules import loaded
from explorer.measure.instrument import Enter, Instrumented
from explorer.measure.marks import Marks
from explorer.measure.replay import Replay
from explorer.parse.output_code import read_output_code

Graph = str | None
"""torch's compile id of the graph that was running; None outside of one (a backward)."""

Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


@dataclass
class Sample:
    """One call of the program, all times in seconds.

    ``kernels`` by file, graph and line of the generated module; ``modules`` the whole of its function by file and
    graph; ``graphs`` each compiled function; ``between`` what runs from one graph to the next (None: the start and
    the end of the forward); ``runs`` how often each graph ran; ``seconds`` the forward, and of the backward what is in
    generated code.
    """

    kernels: dict[tuple[str, Graph, int], float] = field(default_factory=lambda: defaultdict(float))
    modules: dict[tuple[str, Graph], float] = field(default_factory=lambda: defaultdict(float))
    graphs: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    between: dict[tuple[Graph, Graph], float] = field(default_factory=lambda: defaultdict(float))
    runs: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    seconds: float = 0.0


@dataclass
class Invocation:
    """One run of a graph: what it was given, and whether gradients were on."""

    graph: CompiledGraph
    arguments: tuple[Any, ...]
    grad: bool


class CompiledCalls:
    """The compiled program of a replay, called with timers in it (see :class:`Sample`) or watched."""

    def __init__(self, replay: Replay, marks: Marks) -> None:
        self._replay, self._marks = replay, marks
        self._entered: list[Enter] = []
        self._ran: list[tuple[str, float, float]] = []
        self._modules = list(self._instrumented())

    def _instrumented(self) -> Iterator[Instrumented]:
        texts: dict[str, str] = {}
        for event in self._replay.events():
            file = event.data.get("file_path") if event.label == "inductor_output_code" and event.data else None
            if file and event.payload:
                texts[str(file)] = event.payload
        for file, modules in loaded(texts).items():
            lines = {call.line for call in read_output_code(texts[file]).calls}
            for module in modules:
                yield Instrumented(
                    module, texts[file], lines, self._entered.append, before=self._before, after=self._marks.mark
                )

    @property
    def _before(self) -> Callable[[], Any]:
        """The mark before a kernel, with a cold cache where the device has one to cool."""
        marks = self._marks

        def cooled() -> Any:
            marks.cool()
            return marks.mark()

        return cooled if marks.cools else marks.mark

    def watched(self) -> list[Invocation]:
        """One call: each run of a graph in it, with its arguments, in order."""
        import torch

        found: list[Invocation] = []

        def wrap(graph: CompiledGraph) -> Wrap:
            def watch(function: Callable[..., Any]) -> Callable[..., Any]:
                def watching(*args: Any) -> Any:
                    found.append(Invocation(graph, args, torch.is_grad_enabled()))
                    return function(*args)

                disabled: Callable[..., Any] = torch.compiler.disable(watching)
                return disabled

            return watch

        with self._wrapped(wrap):
            self._replay.call("compiled")
        return found

    def samples(self, calls: int, *, warm: bool = True) -> list[Sample]:
        """``calls`` calls with timers in them, with ``warm`` after one that does not count."""
        with contextlib.ExitStack() as stack:
            for module in self._modules:
                stack.callback(module.off)
                module.on()
            stack.enter_context(self._wrapped(self._timing))
            if warm:
                self._run(1)
            spans = self._run(calls)
        self._marks.wait()
        bounds = [*(start for start, _ in spans), float("inf")]
        samples = []
        for (start, end), following in zip(spans, bounds[1:], strict=True):
            sample = Sample()
            self._fold(sample, start, end, following)
            samples.append(sample)
        return samples

    def guards(self) -> list[GuardCheck]:
        """The guards of every frame that one call enters, where this torch lets them be checked and they hold."""
        seen = guard_checks(lambda: self._replay.call("compiled"))
        with self._replay.subject.context():  # modes are guarded too
            return [each for each in seen if each.check()]

    def checked(self, checks: list[GuardCheck]) -> dict[str, float]:
        """Seconds of the guards by compile id, checked once after a call, which leaves caches as a call finds them."""
        self._replay.seconds("compiled")
        now, found = time.perf_counter, dict[str, float]()
        with self._replay.subject.context():
            for each in checks:
                start = now()
                each.check()
                end = now()
                found[each.compile_id] = found.get(each.compile_id, 0.0) + end - start
        return found

    def _run(self, calls: int) -> list[tuple[float, float]]:
        """Start and end of the forward of each call."""
        self._entered.clear()
        self._ran.clear()
        spans: list[tuple[float, float]] = []
        function, now = self._replay.function("compiled"), time.perf_counter

        def timed(*args: Any, **kwargs: Any) -> Any:
            start = now()
            made = function(*args, **kwargs)
            spans.append((start, now()))
            return made

        self._replay.seconds("compiled", calls, timed)
        return spans

    def _fold(self, sample: Sample, start: float, end: float, following: float) -> None:
        """Fill ``sample`` with what was told of the call whose forward lies between ``start`` and ``end``."""
        ran = sorted((each for each in self._ran if start <= each[1] < end), key=lambda each: each[1])
        previous: tuple[Graph, float] = (None, start)
        for graph, began, ended in ran:
            sample.between[previous[0], graph] += began - previous[1]
            sample.graphs[graph] += ended - began
            sample.runs[graph] += 1
            previous = (graph, ended)
        sample.between[previous[0], None] += end - previous[1]
        entered = (each for each in self._entered if start <= each[1] < following)
        inner_until = float("-inf")
        for file, began, ended, times in sorted(entered, key=lambda each: each[1]):
            running = next((name for name, first, last in ran if first <= began <= last), None)
            for line, before, after in times:
                sample.kernels[file, running, line] += self._marks.seconds(before, after)
            if began >= inner_until:  # a partition runs inside the function that calls it
                sample.modules[file, running] += ended - began
                inner_until = ended
        sample.seconds = end - start + sum(took for (_, running), took in sample.modules.items() if running is None)

    def _timing(self, graph: CompiledGraph) -> Wrap:
        import torch

        now, ran, name = time.perf_counter, self._ran, graph.compile_id

        def wrap(function: Callable[..., Any]) -> Callable[..., Any]:
            def timing(*args: Any) -> Any:
                start = now()
                made = function(*args)
                ran.append((name, start, now()))
                return made

            disabled: Callable[..., Any] = torch.compiler.disable(timing)
            return disabled

        return wrap

    @contextlib.contextmanager
    def _wrapped(self, wrap: Callable[[CompiledGraph], Wrap]) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for graph in self._replay.graphs:
                stack.enter_context(graph.replaced(wrap(graph)))
            yield
