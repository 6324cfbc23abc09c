"""What was measured, as rows and sentences: times of calls, whether the numbers agree, memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from explorer.report import Place
from explorer.report.attention_time import AttentionTime
from explorer.report.interval import Interval
from explorer.report.memory import SavedLine
from explorer.report.numerics import Compared, NodeMatch, Numerics
from explorer.report.timings import Timings
from explorer.views.clean import one_line
from explorer.views.format import (
    NOT_MEASURED,
    UNKNOWN,
    count,
    duration,
    many,
    scientific,
    significant,
    size,
    times,
    unit_of,
)
from explorer.views.outline.index import Index
from explorer.views.outline.saved import cuts


@dataclass(frozen=True, slots=True)
class TimeRow:
    """Eager and compiled seconds of a part of one call. ``told`` is the ratio with its interval, or that it is none."""

    part: str
    eager: Interval | None
    compiled: Interval | None
    told: str
    conclusive: bool


def speed(timings: Timings | None) -> tuple[str, str]:
    """The number and the words of the verdict line: ``1.24×``, ``[1.22, 1.25] eager``."""
    if timings is None:
        return "", f"speed {NOT_MEASURED}"
    interval = _interval(timings.speedup)
    if not timings.conclusive:
        return "", f"speed inconclusive, {times(timings.speedup.median)} {interval} eager"
    return times(timings.speedup.median), f"{interval} eager"


def time_rows(index: Index) -> list[TimeRow]:
    """One call, its parts where it trains, and what lies around the compiled graphs."""
    told = index.report.timings
    if told is None:
        return []
    rows = [_row("one call", told.eager, told.compiled, told.speedup, told.conclusive)]
    rows += [_row(part.part, part.eager, part.compiled, part.speedup, part.conclusive) for part in told.parts]
    if told.graphs is not None and told.overhead is not None:
        rows.append(TimeRow("in the graphs", None, told.graphs, "", True))
        rows.append(TimeRow("around the graphs", None, told.overhead, "", True))
    return rows


def time_sentences(index: Index) -> Iterator[str]:
    """How it was measured, what the first call took, and when compiling pays."""
    told = index.report.timings
    if told is None:
        return
    calls = f"of {many(told.calls, 'call')} each " if told.calls > 1 else ""
    threads = f", {many(told.threads, 'thread')}" if told.threads is not None else ""
    warm = f" after {many(told.warmup, 'call')} to warm up"
    if told.overhead is not None:
        yield "Around the graphs are guards and the Python between and before them."
    yield f"Medians of {many(told.pairs, 'pair')} {calls}with 95 % intervals{warm}{threads}."
    if told.first_call is not None:
        compiling = f"{duration(told.compile)} of it compiling; {_pays(told)}"
        yield f"The first call took {duration(told.first_call)}, {compiling}."
    yield from (one_line(note, 300) for note in told.notes)


def _pays(told: Timings) -> str:
    if told.pays_off_after is not None:
        return f"that has paid for itself after {many(told.pays_off_after, 'call')}"
    return "compiled is not faster, so that it never pays" if told.conclusive else "whether that pays is not known"


def numeric_sentences(index: Index) -> Iterator[str]:
    """Whether the numbers agree, and if not where they part and why."""
    told = index.report.numerics
    if told is None:
        return
    yield _agreement(told)
    if told.nearer is not None and not told.match:
        errors = f"{scientific(told.eager_error)} eager, {scientific(told.compiled_error)} compiled"
        yield f"{_NEARER[told.nearer]} (largest distance: {errors})."
    if told.stages:
        yield f"{', '.join(_stage(each.stage, each.match, each.error) for each in told.stages)}."
    if told.first_node is not None:
        yield _first(index, told.first_node)
    for each in told.not_finite:
        name = {"nan": "NaN", "inf": "Inf"}.get(each.kind, each.kind)
        where = _where(index, each.place)
        yield f"The first {name}, {each.side}: {one_line(each.target, 80)}{where}, {many(each.count, 'value')}."
    yield from (one_line(each, 400) for each in told.explained)


_NEARER = {
    "eager": "Eager is nearer to float64",
    "compiled": "Compiled is nearer to float64",
    "equal": "Both are as near to float64",
}


def _agreement(told: Numerics) -> str:
    tensors = many(len(told.compared), "tensor")
    if told.match:
        exactly = " bit for bit" if all(each.exact for each in told.compared) else ""
        largest = "" if exactly else f", largest difference {scientific(told.max_abs)}"
        return f"Compiled agrees with eager{exactly}: {tensors}{largest}, tolerance {scientific(told.tolerance)}."
    wrong = sum(not each.match for each in told.compared)
    return (
        f"Compiled differs from eager in {count(wrong)} of {tensors}: by {scientific(told.max_abs)}, relative "
        f"{scientific(told.max_rel)}; tolerance {scientific(told.tolerance)}."
    )


def _stage(name: str, match: bool | None, error: str | None) -> str:
    words = {"eager": "Dynamo alone", "aot_eager": "with AOTAutograd"}.get(name, f"with {name}")
    result = {True: "agrees", False: "differs", None: f"fails ({error})" if error else "not compared"}[match]
    return f"{words} {result}"


def _first(index: Index, node: NodeMatch) -> str:
    among = f", or one of {many(len(node.among), 'other node')} in the same kernel" if node.among else ""
    return (
        f"The first node that differs: {one_line(node.target, 80)}{_where(index, node.place)}{among}, by "
        f"{scientific(node.max_abs)}."
    )


def _where(index: Index, place: Place | None) -> str:
    return f" at {index.place(place)}" if place is not None else ""


def compared_rows(index: Index) -> list[Compared]:
    """The tensors that were compared, those that differ most first."""
    told = index.report.numerics
    rows = (msgspec.structs.replace(each, what=one_line(each.what, 80)) for each in told.compared) if told else ()
    return sorted(rows, key=lambda each: (each.match, -(each.max_abs or 0.0)))


def memory_rows(index: Index) -> list[tuple[str, str, str]]:
    """What, eager, compiled: peak and saved bytes, then the lines that keep most."""
    told = index.report.memory
    if told is None:
        return []
    rows = [("most at once", size(told.eager.peak), size(told.compiled.peak))]
    if told.eager.saved is None and told.compiled.saved is None:
        return rows  # no backward, so that what a line would keep for it tells nothing
    rows.append(("kept for the backward", size(told.eager.saved), size(told.compiled.saved)))
    for line in saved_lines(index):
        rows.append((index.place(line.place) or "no line known", size(line.eager), size(line.compiled)))
    return rows


def saved_lines(index: Index) -> list[SavedLine]:
    """The bytes that each line keeps: in eager as measured, compiled as the forward graphs say; the most first."""
    told = index.report.memory
    found: dict[tuple[str, int | None] | None, SavedLine] = {}
    for line in told.lines if told is not None else ():
        found[_line(line.place)] = line
    for row in (row for cut in cuts(index) for row in cut.rows if told is not None and row.kept_as == "activation"):
        key = _line(row.node.place)
        known = found.get(key) or SavedLine(place=row.node.place)
        found[key] = msgspec.structs.replace(known, compiled=known.compiled + (row.bytes or 0))
    return sorted(found.values(), key=lambda each: -max(each.eager, each.compiled))


def _line(place: Place | None) -> tuple[str, int | None] | None:
    return None if place is None else (place.file, place.line)


def memory_sentences(index: Index) -> Iterator[str]:
    """How memory was counted."""
    told = index.report.memory
    if told is not None:
        yield from (one_line(note, 300) for note in told.notes)


def attention_rows(index: Index) -> list[tuple[str, str, str, str]]:
    """Line, kernel, time and how it stands to the chosen one, for each attention call and kernel."""
    return [
        (index.place(row.place), row.backend.lower(), spread(row.seconds) if row.seconds else "", _against(row))
        for row in index.report.attention_times
    ]


def _against(row: AttentionTime) -> str:
    if row.refused is not None:
        return f"cannot run: {one_line(row.refused, 160)}"
    if row.speedup is None:
        return ""
    told = f"{times(row.speedup.median)} {_interval(row.speedup)}"
    return told if row.conclusive else f"inconclusive, {told}"


def _row(part: str, eager: Interval, compiled: Interval, speedup: Interval, conclusive: bool) -> TimeRow:
    told = f"{times(speedup.median)} {_interval(speedup)}"
    return TimeRow(part, eager, compiled, told if conclusive else f"inconclusive, {told}", conclusive)


def _interval(value: Interval) -> str:
    return f"[{value.low:.2f}, {value.high:.2f}]"


def spread(value: Interval | None) -> str:
    """A time with its interval, in one unit: ``31.6 [31.2, 32.0] µs``; ``—`` for none."""
    if value is None:
        return UNKNOWN
    unit, factor = unit_of([value.median])
    median, low, high = (significant(each * factor) for each in (value.median, value.low, value.high))
    return f"{median} [{low}, {high}] {unit}"
