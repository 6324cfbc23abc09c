"""The part of the verdict that is measured: times, numbers, memory. See ``verdict.py`` for what its keys promise."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.document import Report
from explorer.report.interval import Interval
from explorer.report.memory import MemoryUse
from explorer.report.place import Place, short_file


class Spread(Record, frozen=True, omit_defaults=False):
    """A median and its 95 % interval."""

    median: float
    low: float
    high: float


class TimingsAnswer(Record, frozen=True, omit_defaults=False):
    """Milliseconds of one call in steady state, and ``speedup``, eager by compiled: above 1, compiled is faster.

    ``conclusive`` is false when the interval of ``speedup`` includes 1. ``pays_off_after_calls`` is how many calls pay
    for the compile, null when compiled is not faster. ``threads`` are torch's intra-op threads.
    """

    eager_ms: Spread
    compiled_ms: Spread
    speedup: Spread
    pairs: int
    pays_off_after_calls: int | None
    conclusive: bool
    threads: int | None


class FirstNode(Record, frozen=True, omit_defaults=False):
    """The first node of Dynamo's graph whose value differs, and the user's line."""

    ref: str
    file: str | None
    line: int | None


class NumericsAnswer(Record, frozen=True, omit_defaults=False):
    """``match`` within ``tolerance``, absolute and relative. ``first_stage`` is the first of ``eager`` (Dynamo),
    ``aot_eager`` and ``inductor`` that does not match; ``nearer_to_float64`` is ``eager``, ``compiled`` or ``equal``,
    null where the program does not run in float64.
    """

    match: bool
    max_abs_diff: float | None
    max_rel_diff: float | None
    tolerance: float
    first_stage: str | None
    first_node: FirstNode | None
    nearer_to_float64: str | None


class MemorySide(Record, frozen=True, omit_defaults=False):
    """Bytes of one call: the most at once, and what is kept for the backward."""

    peak_bytes: int | None
    saved_bytes: int | None


class MemoryAnswer(Record, frozen=True, omit_defaults=False):
    """The memory of both sides; ``peak_from`` is ``allocator`` or ``tensors`` (see ``report/memory.py``)."""

    eager: MemorySide
    compiled: MemorySide
    peak_from: str | None


def timings_answer(report: Report) -> TimingsAnswer | None:
    """The times, None when they were not measured."""
    told = report.timings
    if told is None:
        return None
    return TimingsAnswer(
        eager_ms=_spread(told.eager, 1e3),
        compiled_ms=_spread(told.compiled, 1e3),
        speedup=_spread(told.speedup),
        pairs=told.pairs,
        pays_off_after_calls=told.pays_off_after,
        conclusive=told.conclusive,
        threads=told.threads,
    )


def numerics_answer(report: Report) -> NumericsAnswer | None:
    """The comparison of the numbers, None when it was not made."""
    told = report.numerics
    if told is None:
        return None
    first = told.first_node
    return NumericsAnswer(
        match=told.match,
        max_abs_diff=told.max_abs,
        max_rel_diff=told.max_rel,
        tolerance=told.tolerance,
        first_stage=told.first_stage,
        first_node=None if first is None else FirstNode(first.ref, *_at(report, first.place)),
        nearer_to_float64=told.nearer,
    )


def memory_answer(report: Report) -> MemoryAnswer | None:
    """The memory of both sides, None when it was not measured."""
    told = report.memory
    if told is None:
        return None
    return MemoryAnswer(eager=_side(told.eager), compiled=_side(told.compiled), peak_from=told.compiled.peak_from)


def _side(use: MemoryUse) -> MemorySide:
    return MemorySide(peak_bytes=use.peak, saved_bytes=use.saved)


def _spread(value: Interval, factor: float = 1.0) -> Spread:
    return Spread(median=value.median * factor, low=value.low * factor, high=value.high * factor)


def _at(report: Report, place: Place | None) -> tuple[str | None, int | None]:
    if place is None:
        return None, None
    cell = None if place.execution_count is None else f"In[{place.execution_count}]"
    return cell or short_file(place.file, report.program.cwd), place.line
