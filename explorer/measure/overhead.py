"""What the timers themselves take, measured on work that does nothing, so that it can be subtracted."""

from __future__ import annotations

import statistics
import time
import types
from typing import Any, NamedTuple

from explorer.measure.instrument import Enter, Instrumented
from explorer.measure.marks import Marks

_LINES = 200
_ROUNDS = 15


class Overhead(NamedTuple):
    """Seconds. ``inside``: what the marks around a kernel or an operation add to its time; ``around``: what they add to
    the function that holds it (``inside`` is part of it); ``graph``: what the timer around a compiled function adds.
    """

    inside: float
    around: float
    graph: float


def overhead(marks: Marks) -> Overhead:
    """The overhead of the timers with these marks, as the median of a few rounds."""
    text = "def call():\n" + "    pass\n" * _LINES
    module = types.ModuleType("explorer_nothing")
    module.__file__ = "<nothing>"
    exec(compile(text, "<nothing>", "exec"), module.__dict__)
    log: list[Enter] = []
    timed = Instrumented(module, text, range(2, 2 + _LINES), log.append, before=marks.mark, after=marks.mark)
    timed.on()
    for _ in range(_ROUNDS):
        module.call()
    timed.off()
    marks.wait()
    inside = [marks.seconds(start, end) for *_, times in log for _, start, end in times]
    around = [(ended - began) / _LINES for _, began, ended, _ in log]
    return Overhead(statistics.median(inside), statistics.median(around), _graph())


def _graph() -> float:
    """What ``torch.compiler.disable`` around a Python function adds to a call of it."""
    import torch

    def nothing(*_: Any) -> None: ...

    def timing(*args: Any) -> None:
        time.perf_counter()
        nothing(*args)
        time.perf_counter()

    wrapped = torch.compiler.disable(timing)
    return max(0.0, _each(wrapped) - _each(nothing))


def _each(function: Any) -> float:
    times = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        for _ in range(_LINES):
            function()
        times.append((time.perf_counter() - start) / _LINES)
    return statistics.median(times)
