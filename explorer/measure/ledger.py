"""The times behind the ledger: eager operations, compiled kernels and what lies between, in interleaved blocks.

A block has all sides one after the other, in an order that turns from block to block, so that slow drift meets all of
them alike. Of each side of a block the fastest call counts, with all its parts: other programs can only add to a call,
and parts of several calls would not add up.
"""

from __future__ import annotations

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from explorer.measure.budget import Budget
from explorer.measure.eager_ops import EagerGraph, Ops
from explorer.measure.errors import NotMeasured
from explorer.measure.kernels import CompiledCalls
from explorer.measure.machine import machine
from explorer.measure.marks import Marks, marks_for
from explorer.measure.overhead import overhead
from explorer.measure.pairs import no_collection
from explorer.measure.replay import Replay, Side

Note = Callable[..., None]
Series = dict[Any, list[float]]
"""Seconds of each block, by what took them."""

LEAST, MOST = 6, 200
"""Blocks."""

SIDE = 2e-3
"""Seconds that one side of a block should take at least, up to :data:`CALLS` calls."""
CALLS = 10
FEW = 3
"""Calls in a block at least, unless a call takes longer than :data:`LONG`: one that is interrupted does not count."""
LONG = 0.1
AT_ONCE = 8
"""About how many calls a block makes where each side makes one."""


def measure(replay: Replay, note: Note, budget: Budget) -> None:
    """Events ``explorer.eager_ops`` (a graph each), ``explorer.kernel_times`` (a generated module each),
    ``explorer.call_times`` and ``explorer.machine``; see ``stages/ledger.py`` for their fields.
    """
    marks = marks_for(replay.subject.devices)
    if marks is None:
        raise NotMeasured("single operations and kernels are timed on CPU, CUDA and ROCm alone")
    if not replay.graphs:
        raise NotMeasured("nothing was compiled")
    seconds = _affordable(replay, budget)
    note("machine", machine(replay.subject.devices))
    with no_collection():
        blocks = _Blocks(replay, marks, seconds)
        while len(blocks) < LEAST or (budget.left > 0 and len(blocks) < MOST):
            blocks.add()
    blocks.tell(note)


def _affordable(replay: Replay, budget: Budget) -> float:
    """The seconds of a call. Raises ``NotMeasured`` when the fewest blocks take far longer than there is time."""
    sides: tuple[Side, ...] = ("eager", "compiled")
    seconds = max(_total(replay.seconds(side)) for side in sides)
    needed = seconds * AT_ONCE * (LEAST if seconds > LONG else LEAST * (FEW + 1))
    if needed > budget.left + 2 * budget.seconds:
        raise NotMeasured(
            f"a call takes {seconds:.2g} s, and {LEAST} blocks about {needed:.2g} s: raise the time limit"
        )
    return seconds


class _Blocks:
    """The blocks so far, as series by what was timed."""

    def __init__(self, replay: Replay, marks: Marks, seconds: float) -> None:
        self._replay, self._marks = replay, marks
        self._often = 1 if seconds > LONG else max(FEW, min(CALLS, round(SIDE / max(seconds, 1e-9))))
        self._warms = seconds <= LONG
        self._compiled = CompiledCalls(replay, marks)
        invocations = self._compiled.watched()
        self._eager = [EagerGraph(each, marks, backward=replay.trains) for each in invocations]
        self._flops = [each.flops() for each in self._eager]
        self._forward: Series = defaultdict(list)
        self._backward: Series = defaultdict(list)
        self._kernels: Series = defaultdict(list)
        self._modules: Series = defaultdict(list)
        self._graphs: Series = defaultdict(list)
        self._between: Series = defaultdict(list)
        self._checked: Series = defaultdict(list)
        self._calls: Series = defaultdict(list)
        self._runs: Counter[str] = Counter(each.compile_id for each in self._eager)
        self._ways = _ways([each.compile_id for each in self._eager])
        self._checks = self._compiled.guards()
        self._overhead = overhead(marks)
        self._sides = [self._plain, self._operations, self._timed_calls, self._guards]
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self) -> None:
        """One more block."""
        turn = self._count % len(self._sides)
        for side in (*self._sides[turn:], *self._sides[:turn]):
            side()
        self._count += 1

    def _plain(self) -> None:
        """Whole calls without a timer inside."""
        for side in ("eager", "compiled") if self._count % 2 else ("compiled", "eager"):
            if self._warms:
                self._replay.seconds(side)
            parts = min((self._replay.seconds(side) for _ in range(self._often)), key=_total)
            for name, seconds in parts.items():
                self._calls[side, name].append(seconds)

    def _operations(self) -> None:
        """Eager operations: without and with a timer around each."""
        with self._replay.subject.context(), _randomness():
            if self._warms:
                self._eager_runs(lambda each: each.timed())
            timed = [self._eager_runs(lambda each: each.timed()) for _ in range(self._often)]
            if self._warms:
                self._eager_runs(lambda each: each.alone())
            alone = min(sum(self._eager_runs(lambda each: each.alone())) for _ in range(self._often))
        self._calls["eager", "operations"].append(alone)
        for series, name in ((self._forward, "forward"), (self._backward, "backward")):
            _extend(series, min((_by_node(self._eager, run, name) for run in timed), key=_total))

    def _eager_runs(self, run: Callable[[EagerGraph], Any]) -> list[Any]:
        """Each graph once, after a whole call, which leaves the caches as a call finds them."""
        self._replay.seconds("eager")
        return [run(each) for each in self._eager]

    def _timed_calls(self) -> None:
        samples = self._compiled.samples(self._often, warm=self._warms)
        sample = min(samples, key=lambda each: each.seconds)
        _extend(self._kernels, sample.kernels)
        _extend(self._modules, sample.modules)
        _extend(self._graphs, sample.graphs)
        _extend(self._between, sample.between)

    def _guards(self) -> None:
        """The guards of each frame, checked as they are in a call, right after one."""
        if self._checks:
            checked = (self._compiled.checked(self._checks) for _ in range(self._often))
            _extend(self._checked, min(checked, key=_total))

    def tell(self, note: Note) -> None:
        """Everything as events."""
        for compile_id, runs in self._runs.items():
            note("eager_ops", self._ops_of(compile_id, runs))
        for (file, graph), inside in self._modules.items():
            lines = {line: times for (*module, line), times in self._kernels.items() if module == [file, graph]}
            told = {"lines": _rounded(lines), "inside": self._of_host(inside)}
            note("kernel_times", {"file": file, "graph": graph, **told})
        note("call_times", {**self._around(), **self._about()})

    def _of_host(self, times: list[float]) -> list[float]:
        """None where a device works on while the host goes ahead: the host's times say nothing of what a call takes."""
        return [] if self._marks.cools else _rounded(times)

    def _around(self) -> dict[str, Any]:
        between = [
            {"after": after, "before": before, "seconds": self._of_host(times), "runs": self._ways[after, before]}
            for (after, before), times in self._between.items()
        ]
        return {
            "between": [each for each in between if each["seconds"]],
            "graphs": {name: self._of_host(times) for name, times in self._graphs.items()},
            "guards": {name: self._of_host(times) for name, times in self._checked.items()},
        }

    def _about(self) -> dict[str, Any]:
        calls = [
            {"side": side, "part": part, "seconds": _rounded(times)} for (side, part), times in self._calls.items()
        ]
        return {
            "runs": dict(self._runs),
            "calls": calls,
            "blocks": self._count,
            "calls_per_block": self._often,
            "overhead": self._overhead._asdict(),
        }

    def _ops_of(self, compile_id: str, runs: int) -> dict[str, Any]:
        mine = [flops for each, flops in zip(self._eager, self._flops, strict=True) if each.compile_id == compile_id]
        forward, backward = Counter[str](), Counter[str]()
        for one, other in mine:
            forward.update(one)
            backward.update(other)
        return {
            "graph": compile_id,
            "runs": runs,
            "forward": _rounded({name: times for (graph, name), times in self._forward.items() if graph == compile_id}),
            "backward": _rounded(
                {name: times for (graph, name), times in self._backward.items() if graph == compile_id}
            ),
            "flops": dict(forward),
            "backward_flops": dict(backward),
        }


def _ways(ran: list[str]) -> Counter[tuple[str | None, str | None]]:
    """How often each graph follows each other one in a call; None where a call starts or ends."""
    return Counter(zip([None, *ran], [*ran, None], strict=True))


def _by_node(graphs: list[EagerGraph], run: list[Ops], name: str) -> dict[tuple[str, str], float]:
    """The seconds of each node of each graph; of a graph that runs several times, all of them together."""
    found: dict[tuple[str, str], float] = defaultdict(float)
    for graph, ops in zip(graphs, run, strict=True):
        for node, seconds in getattr(ops, name).items():
            found[graph.compile_id, node] += seconds
    return found


def _extend(series: Series, sample: Mapping[Any, float]) -> None:
    """Add one block; 0 where something did not run in it."""
    blocks = max(map(len, series.values()), default=0)
    for key in dict.fromkeys([*series, *sample]):
        times = series[key]
        times.extend([0.0] * (blocks - len(times)))
        times.append(sample.get(key, 0.0))


def _total(seconds: Mapping[Any, float]) -> float:
    return sum(seconds.values())


def _rounded(value: Any) -> Any:
    """Seconds to the tenth of a nanosecond: what JSON would hold of them."""
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return [round(each, 10) for each in value]


@contextlib.contextmanager
def _randomness() -> Iterator[None]:
    """Random numbers and modes are afterwards as before."""
    from explorer.tracing.world import run_all, save_modes, save_random

    undo = (save_modes(), save_random())
    try:
        yield
    finally:
        run_all(undo)
