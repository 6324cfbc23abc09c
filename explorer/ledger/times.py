"""The seconds of each thing in each block, looked up by ref, with what the timers themselves took subtracted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from explorer.measure.statistics import LEAST, interval, ratio
from explorer.report.document import Run
from explorer.report.interval import Interval
from explorer.report.timed import Timed, What

Series = tuple[float, ...]
"""Seconds in each block of the measurement."""

Side = Literal["eager", "compiled"]

SMALLEST = 1e-9
"""Seconds: what a timer cannot tell from nothing."""


class Times:
    """What was timed. A look-up gives None where nothing was."""

    def __init__(self, timed: Iterable[Timed], run: Run | None) -> None:
        self._by: dict[tuple[What, str, str], Timed] = {(each.what, each.ref, each.other): each for each in timed}
        told = {metric.name: metric.value for metric in run.metrics} if run else {}
        self._overhead = {
            name: float(value)
            for name in ("inside", "around", "graph")
            if isinstance(value := told.get(f"overhead_{name}"), int | float)
        }

    @property
    def any(self) -> bool:
        """Whether anything was timed."""
        return bool(self._by)

    def runs(self, key: str) -> int:
        """How often the graph of a compile runs in one call; 0 when it does not."""
        found = self._by.get(("graph", key, ""))
        return found.runs if found else 0

    def op(self, ref: str, *, gradient: bool = False) -> Timed | None:
        """An operation in eager, or its backward; the timer's own time is subtracted."""
        return self._less(self._by.get(("gradient" if gradient else "op", ref, "")))

    def call(self, ref: str) -> Timed | None:
        """A kernel call; the timer's own time is subtracted."""
        return self._less(self._by.get(("call", ref, "")))

    def around(self, key: str, direction: str, calls: int) -> Series | None:
        """All that runs of a graph in one direction, wrappers and its ``calls`` too, without their timers."""
        forward = self._by.get(("graph", key, ""))
        found = forward if direction == "fwd" else self._by.get(("module", f"{key}/{direction}", ""))
        if found is None or not found.seconds:
            return None
        timers = calls * self.runs(key) * self._overhead.get("around", 0.0)
        return tuple(max(0.0, seconds - timers) for seconds in found.seconds)

    def between(self) -> Iterator[tuple[str, str]]:
        """The pairs of compile keys between which something runs; empty where a call starts or ends."""
        return ((ref, other) for what, ref, other in self._by if what == "between")

    def outside(self, after: str, before: str) -> Series:
        """What runs between two graphs, guards too; the timer around the second is subtracted."""
        found = self._by["between", after, before]
        timer = self._overhead.get("graph", 0.0) * found.runs if before else 0.0
        return tuple(max(0.0, each - timer) for each in found.seconds)

    def guards(self, after: str, before: str) -> Series | None:
        """What of it are the guards of the second graph."""
        found = self._by.get(("guards", before, ""))
        if found is None:
            return None
        share = self._by["between", after, before].runs / max(1, self.runs(before))
        return tuple(share * seconds for seconds in found.seconds)

    def whole(self, side: Side, part: str) -> Series | None:
        """A part of whole calls: ``forward``, ``backward``, ``step``, or ``operations`` alone, one after the other."""
        found = self._by.get(("whole", side, part))
        return found.seconds if found else None

    def total(self, side: Side) -> Series | None:
        """Whole calls."""
        return added(self.whole(side, part) for part in ("forward", "backward", "step"))

    def _less(self, timed: Timed | None) -> Timed | None:
        if timed is None:
            return None
        timer = self._overhead.get("inside", 0.0) * timed.runs
        seconds = tuple(max(0.0, each - timer) for each in timed.seconds)
        return Timed(what=timed.what, ref=timed.ref, seconds=seconds, runs=timed.runs, flops=timed.flops)


def added(many: Iterable[Series | None]) -> Series | None:
    """The sum of those that are there, block by block; None when none is."""
    known = [series for series in many if series]
    return tuple(map(sum, zip(*known, strict=False))) if known else None


def less(series: Series, other: Series | None) -> Series:
    """The difference, block by block."""
    return series if other is None else tuple(one - two for one, two in zip(series, other, strict=False))


def median_of(series: Series | None) -> Interval | None:
    """The median with its interval; None where there are too few blocks for one."""
    return interval(series) if series and len(series) >= LEAST else None


def ratio_of(eager: Series | None, compiled: Series | None) -> Interval | None:
    """Eager by compiled with its interval; None where a side is missing or too short to be told from nothing."""
    if not eager or not compiled or min(len(eager), len(compiled)) < LEAST:
        return None
    count = min(len(eager), len(compiled))
    one, other = ([max(each, SMALLEST) for each in series[:count]] for series in (eager, compiled))
    return ratio(one, other) if max(one) > SMALLEST and max(other) > SMALLEST else None
