"""The ledger as people read it: each row in words and one unit, the costs of breaks, and what the grey rows mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from explorer.report.interval import Interval
from explorer.report.ledger import LedgerRow
from explorer.views.clean import one_line
from explorer.views.format import UNKNOWN, count, digits_for, duration, many, significant, size, times, unit_of
from explorer.views.outline.index import Index

_ALONE = {
    "removed": "removed",
    "unmapped": "not linked",
    "break": "same work",
    "guards": "added",
    "wrapper": "added",
}
"""What stands in place of a ratio in rows that have none."""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A row. ``eager`` and ``compiled`` are in the unit of the whole table, ``told`` is the ratio or why there is none.

    ``quiet`` rows are inconclusive or stand for no work of the user's.
    """

    row: LedgerRow
    where: str
    code: str
    ops: str
    kernels: str
    eager: str
    compiled: str
    told: str
    interval: str
    moved: str
    rate: str
    roofline: str
    quiet: bool


@dataclass(frozen=True, slots=True)
class Ledger:
    """The table. ``unit`` is that of both columns of times."""

    unit: str
    lines: tuple[LedgerLine, ...]


def ledger(index: Index) -> Ledger:
    """Every row of the ledger, in order; no lines when nothing was measured."""
    rows = index.report.ledger
    unit, factor = unit_of(each.median if each else None for row in rows for each in (row.eager, row.compiled))
    return Ledger(unit, tuple(_line(index, row, factor) for row in rows))


def _line(index: Index, row: LedgerRow, factor: float) -> LedgerLine:
    moved = None if row.bytes_read is None or row.bytes_written is None else row.bytes_read + row.bytes_written
    return LedgerLine(
        row=row,
        where=_where(index, row),
        code=one_line("  ".join(place.source or "" for place in row.places), 120),
        ops=_joined(row.ops),
        kernels=_joined(_short(kernel) for kernel in row.kernels),
        eager=_cell(row.eager, factor),
        compiled=_cell(row.compiled, factor),
        told=told_ratio(row),
        interval=_interval(row.ratio),
        moved=size(moved) if moved is not None else "",
        rate=rate(row.bytes_per_second, "B/s"),
        roofline="" if row.roofline is None else f"{row.roofline:.0%}",
        quiet=row.conclusive is False or row.kind in ("removed", "wrapper", "guards", "python", "autograd", "gap"),
    )


def told_ratio(row: LedgerRow) -> str:
    """``1.24×``, ``inconclusive``, or the word for a row that has no ratio."""
    if row.kind == "gap":
        return f"gap {row.share_compiled:.0%}" if row.share_compiled is not None else "gap"
    if row.ratio is None:
        return _ALONE.get(row.kind, "" if row.eager or row.compiled else UNKNOWN)
    if row.control:
        return f"control {times(row.ratio.median)}"
    return times(row.ratio.median) if row.conclusive else "inconclusive"


def _cell(value: Interval | None, factor: float) -> str:
    return UNKNOWN if value is None else significant(value.median * factor)


def _short(kernel: str) -> str:
    """``addmm`` for ``extern_kernels.addmm``, ``gelu_1`` for ``cpp_fused_gelu_1``."""
    return kernel.removeprefix("extern_kernels.").removeprefix("cpp_fused_").removeprefix("triton_")


def _interval(value: Interval | None) -> str:
    return "" if value is None else f"[{value.low:.2f}, {value.high:.2f}]"


def rate(value: float | None, unit: str) -> str:
    """``12.4 GB/s``: three digits, decimal units; empty for none."""
    if not value:
        return ""
    for factor, prefix in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if value >= factor:
            return f"{value / factor:.{digits_for(value / factor)}f} {prefix}{unit}"
    return f"{value / 1e3:.{digits_for(value / 1e3)}f} k{unit}"


def _where(index: Index, row: LedgerRow) -> str:
    """``12``, ``18-20``, ``18, 25``; with the file where a row has lines of another one than the program's."""
    if not row.places:
        return ""
    files = dict.fromkeys(place.file for place in row.places)
    main = index.report.program.place
    numbers = ", ".join(dict.fromkeys(str(place.line) for place in row.places if place.line is not None))
    if main is not None and set(files) == {main.file}:
        return numbers
    return ", ".join(dict.fromkeys(index.place(place) for place in row.places))


def _joined(names: Iterable[str]) -> str:
    """Names with a count where one comes again: ``linear × 2, gelu``."""
    known = Counter(names)
    return one_line(", ".join(f"{name} × {often}" if often > 1 else name for name, often in known.items()), 160)


def ledger_sentences(index: Index) -> Iterator[str]:
    """What the table's numbers are, how far noise goes, and what is missing."""
    rows = index.report.ledger
    if not rows:
        return
    metrics = {metric.name: metric.value for run in index.report.runs if run.name == "ledger" for metric in run.metrics}
    blocks, calls = metrics.get("blocks"), metrics.get("calls_per_block")
    if isinstance(blocks, int) and isinstance(calls, int):
        told = f"{many(blocks, 'block')}, of each the fastest of {many(calls, 'call')},"
        yield (
            f"Medians of {told} with 95 % intervals; the timers' own time is taken off. One call is timed in the same "
            "blocks; the speed above is of longer runs."
        )
    yield from dict.fromkeys(f"{row.title}: {row.note}" for row in rows if row.title and row.note)
    controls = [row.ratio.median for row in rows if row.control and row.ratio]
    if controls:
        yield (
            f"{many(len(controls), 'control')}: the same library call on both sides, {times(min(controls))} to "
            f"{times(max(controls))}. A ratio within that, or whose interval holds 1, is inconclusive."
        )
    yield from _machine(metrics)
    yield from _too_long(rows)
    gap = next((row for row in rows if row.kind == "gap"), None)
    if gap is not None and gap.share_compiled is not None and abs(gap.share_compiled) > 0.05:
        yield f"Rows are timed with timers inside: {abs(gap.share_compiled):.0%} of the compiled call is in no row."


def _too_long(rows: Sequence[LedgerRow]) -> Iterator[str]:
    """Where operations one by one took longer than the call as a whole: what is left over is below nothing."""
    whole = next((row.eager.median for row in rows if row.kind == "total" and row.eager), 0.0)
    below = -sum(min(0.0, row.eager.median) for row in rows if row.kind != "total" and row.eager)
    if whole and below > 0.1 * whole:
        yield (
            f"Operations one by one took {below / whole:.0%} of the eager call longer than inside it: ratios of single "
            "rows are too high, that of the call is not."
        )


def _machine(metrics: Mapping[str, object]) -> Iterator[str]:
    copy, product = metrics.get("copy_bytes_per_second"), metrics.get("matmul_flops_per_second")
    if isinstance(copy, float) and isinstance(product, float):
        threads = metrics.get("threads")
        told = f", {many(threads, 'thread')}" if isinstance(threads, int) else ""
        name = one_line(str(metrics.get("name") or "this machine"), 60)
        best = f"{rate(copy, 'B/s')} in a copy from memory or {rate(product, 'FLOP/s')} in a matrix product"
        yield f"Best of {name}{told} as measured: {best}. A row above that found its data in a cache."


@dataclass(frozen=True, slots=True)
class BreakLine:
    """What one break costs: its place, the time at it, guards in that time, and what fusion would have saved."""

    where: str
    code: str
    seconds: str
    guards: str
    crossing: str
    lost: str


def break_lines(index: Index) -> list[BreakLine]:
    """The breaks of the measured call, the most expensive first."""
    findings = {finding.ref: finding for finding in index.report.findings}
    lines = []
    for cost in index.report.break_costs:
        finding = findings.get(cost.finding)
        place = finding.place if finding else None
        lines.append(
            BreakLine(
                where=index.place(place),
                code=one_line((place.source if place else None) or "", 80),
                seconds=duration(cost.seconds.median if cost.seconds else None),
                guards=duration(cost.guards),
                crossing=size(cost.crossing),
                lost=_lost(cost.lost_fusion, cost.lost_fusion_from),
            )
        )
    return lines


def _lost(seconds: float | None, how: str | None) -> str:
    if seconds is None:
        return UNKNOWN
    return f"estimated {duration(seconds)}" if how == "estimate" else duration(seconds)


def left_out(number: int) -> str:
    """What says that rows were left out."""
    return f'{count(number)} more in x.frames["ledger"]'
