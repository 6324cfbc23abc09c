"""The report as Trace Event JSON, for Perfetto (ui.perfetto.dev) and ``chrome://tracing``.

One process holds the phases of the compile, a track for torch and one for each worker; where the program was measured,
two more hold one eager and one compiled call. Those are the medians of the ledger's rows laid end to end: what runs
first in a call stands first, but no single call took exactly these times.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal

from explorer.report import Report, Span
from explorer.report.ledger import LedgerRow
from explorer.views.clean import one_line

NAME = "chrome"
EXTENSIONS = (".trace.json",)

COMPILE, EAGER, COMPILED = 1, 2, 3
"""Numbers of the processes."""

ROUNDING = 1e-8
"""Seconds by which a span may end after the one around it: times are kept to the microsecond."""

Event = dict[str, Any]


def render(report: Report) -> bytes:
    """The trace as UTF-8 JSON (Trace Event Format, object form); times in it are microseconds."""
    events = [*_compile(report), *_call(report, "eager", EAGER), *_call(report, "compiled", COMPILED)]
    told = {"program": report.program.name, "torch": report.environment.torch or "unknown"}
    whole = {"traceEvents": events, "displayTimeUnit": "ms", "otherData": told}
    return json.dumps(whole, ensure_ascii=True, separators=(",", ":")).encode()


def _compile(report: Report) -> Iterator[Event]:
    """The phases: of each compile, and those of none."""
    found = [
        (each.id, span)
        for each in report.compilations
        for stage in each.stages
        if stage.stage == "phases"
        for span in stage.spans
    ]
    spans = [*found, *((None, span) for span in report.spans)]
    if not spans:
        return
    placed = list(_placed(sorted(spans, key=lambda each: (each[1].start, -each[1].seconds))))
    tracks = {track: number for number, track in enumerate(dict.fromkeys(track for track, *_ in placed), 1)}
    yield _named("process_name", "compile", COMPILE)
    yield from (_named("thread_name", track, COMPILE, number) for track, number in tracks.items())
    for track, compile_id, span in placed:
        yield _event(span.name, COMPILE, tracks[track], span.start, span.seconds, _about(compile_id, span))


def _placed(spans: Iterable[tuple[str | None, Span]]) -> Iterator[tuple[str, str | None, Span]]:
    """Each span with the name of its track: one that would cross the end of another goes to a further track."""
    open_until: dict[str, list[float]] = {}
    for compile_id, span in spans:
        for copy in itertools.count(1):
            track = (span.lane or "torch") + (f" ({copy})" if copy > 1 else "")
            ends = open_until.setdefault(track, [])
            while ends and ends[-1] <= span.start:
                ends.pop()
            if not ends or span.start + span.seconds <= ends[-1] + ROUNDING:
                ends.append(span.start + span.seconds)
                yield track, compile_id, span
                break


def _about(compile_id: str | None, span: Span) -> Event:
    told = {"compile_id": compile_id, "ref": span.ref, "waiting": span.waiting or None, **span.attributes}
    return {name: value for name, value in told.items() if value is not None}


def _call(report: Report, side: Literal["eager", "compiled"], process: int) -> Iterator[Event]:
    """One call: its rows one after the other under the call itself. The gap is no span: it may be negative."""
    rows = [(row, interval.median) for row in report.ledger if (interval := getattr(row, side)) and row.kind != "gap"]
    total = next((seconds for row, seconds in rows if row.kind == "total"), None)
    if total is None:
        return
    yield _named("process_name", f"one {side} call, medians laid end to end", process)
    yield _named("thread_name", "parts", process, 1)
    yield _named("thread_name", "end to end", process, 2)
    yield _event("one call", process, 2, 0.0, total, {})
    start = 0.0
    for row, seconds in rows:
        if row.kind == "total":
            continue
        yield _event(_row_name(row, side), process, 1, start, max(0.0, seconds), _row_facts(row))
        start += max(0.0, seconds)


def _row_name(row: LedgerRow, side: str) -> str:
    names = row.kernels if side == "compiled" and row.kernels else row.ops
    return one_line(row.title or ", ".join(names), 120) or row.kind


def _row_facts(row: LedgerRow) -> Event:
    told: Event = {
        "kind": row.kind,
        "lines": ", ".join(f"{place.file}:{place.line}" for place in row.places) or None,
        "ops": ", ".join(row.ops) or None,
        "kernels": ", ".join(row.kernels) or None,
        "ratio": row.ratio.median if row.ratio else None,
        "bytes_read": row.bytes_read,
        "bytes_written": row.bytes_written,
        "flops": row.flops,
        "ref": row.ref,
    }
    return {name: value for name, value in told.items() if value is not None}


def _event(name: str, process: int, thread: int, start: float, seconds: float, about: Event) -> Event:
    return {
        "name": one_line(name, 200), "cat": "compile" if process == COMPILE else "run", "ph": "X",
        "ts": round(start * 1e6, 3), "dur": round(seconds * 1e6, 3), "pid": process, "tid": thread, "args": about,
    }  # fmt: skip


def _named(what: str, name: str, process: int, thread: int = 0) -> Event:
    return {"name": what, "ph": "M", "pid": process, "tid": thread, "args": {"name": one_line(name, 120)}}
