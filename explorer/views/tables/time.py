"""Tables of where the compile time went: torch's phases and its compilation metrics."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from explorer.report import Report, Span
from explorer.views.outline.index import Index
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def phases(report: Report) -> pandas.DataFrame:
    """A row for each phase of each compile, in the order in which they began.

    ``graph`` number, ``key`` the compile key, ``direction`` (``dynamo``, ``bwd``), ``phase``, ``depth`` (0: not inside
    another), ``start`` in seconds since the first event, ``seconds``, ``own_seconds`` outside of the phases inside it
    (those in other threads do not count), ``lane`` the worker thread, ``waiting`` for another program, ``parent`` and
    ``ref`` of the span.
    """
    columns = {
        "graph": INT, "key": TEXT, "direction": TEXT, "phase": TEXT, "depth": INT, "start": FLOAT, "seconds": FLOAT,
        "own_seconds": FLOAT, "lane": TEXT, "waiting": BOOL, "parent": TEXT, "ref": TEXT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for compilation, stage in index.all_stages("phases"):
            inside = _inside(stage.spans)
            depths: dict[str, int] = {}
            for span in sorted(stage.spans, key=lambda each: each.start):
                depths[span.ref] = depths[span.parent] + 1 if span.parent in depths and span.parent else 0
                yield {
                    "graph": index.numbers.get(compilation.key), "key": compilation.key, "direction": stage.direction,
                    "phase": span.name, "depth": depths[span.ref], "start": span.start, "seconds": span.seconds,
                    "own_seconds": max(0.0, span.seconds - inside.get(span.ref, 0.0)), "lane": span.lane,
                    "waiting": span.waiting, "parent": span.parent, "ref": span.ref,
                }  # fmt: skip

    return frame(columns, rows())


def trace_times(report: Report) -> pandas.DataFrame:
    """A row for each function that Dynamo traced, by compile, the longest by itself first.

    ``graph`` number, ``key`` the compile key, ``function``, ``file``, ``line``, ``library`` (of a package), ``calls``
    over all attempts, ``seconds`` with what it calls, ``own_seconds`` without, ``instructions`` of its bytecode,
    ``ref``. The functions of libraries that took little are one row without a file.
    """
    columns = {
        "graph": INT, "key": TEXT, "function": TEXT, "file": TEXT, "line": INT, "library": BOOL, "calls": INT,
        "seconds": FLOAT, "own_seconds": FLOAT, "instructions": INT, "ref": TEXT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for compilation, stage in index.all_stages("trace_times"):
            for step in stage.steps:
                facts = {name: value for name, value in step.attributes.items() if name in columns}
                yield {
                    **facts, "graph": index.numbers.get(compilation.key), "key": compilation.key,
                    "function": step.name, **at(report, step.place), "seconds": step.seconds, "ref": step.ref,
                }  # fmt: skip

    return frame(columns, rows())


def metrics(report: Report) -> pandas.DataFrame:
    """A row for each number that torch or this report has of a compile.

    ``graph`` number, ``key`` the compile key, ``stage`` (``metrics`` holds torch's own), ``direction``, ``metric``,
    ``value`` as text, ``number`` where it is one, ``unit``, ``ref``.
    """
    columns = {
        "graph": INT, "key": TEXT, "stage": TEXT, "direction": TEXT, "metric": TEXT, "value": TEXT, "number": FLOAT,
        "unit": TEXT, "ref": TEXT,
    }  # fmt: skip
    numbers = Index(report).numbers

    def rows() -> Rows:
        for compilation in report.compilations:
            for stage in compilation.stages:
                for metric in stage.metrics:
                    value = metric.value
                    is_number = isinstance(value, int | float) and not isinstance(value, bool)
                    yield {
                        "graph": numbers.get(compilation.key), "key": compilation.key, "stage": stage.stage,
                        "direction": stage.direction, "metric": metric.name,
                        "value": None if value is None else str(value),
                        "number": float(value) if is_number and value is not None else None,
                        "unit": metric.unit or None, "ref": metric.ref,
                    }  # fmt: skip

    return frame(columns, rows())


def _inside(spans: tuple[Span, ...]) -> dict[str, float]:
    """The seconds of the phases right inside each one, in its own thread."""
    found: dict[str, float] = defaultdict(float)
    for span in spans:
        if span.parent is not None and span.lane is None:
            found[span.parent] += span.seconds
    return found
