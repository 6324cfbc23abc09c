"""How long Dynamo traced each function, in the text view."""

from __future__ import annotations

from explorer.views.format import column, count, many
from explorer.views.outline.index import Index
from explorer.views.outline.trace_times import TracedRow, traced_rows
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def trace_time_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """The user's functions and those of libraries that took the most; ``full`` tells every one."""
    found = traced_rows(index)
    rows = found[:2000] if full else _first(found)
    if not rows:
        return []
    unit, cells = column([*(row.seconds for row in rows), *(row.own for row in rows)])
    columns = (
        Column("function", wraps=True, least=16),
        Column("at", wraps=True, drop=2, least=12),
        Column(unit, right=True),
        Column("own", right=True),
        Column("times", right=True, drop=1),
    )
    told = [
        (row.function, row.place, took if row.seconds is not None else "", own, count(row.calls))
        for row, took, own in zip(rows, cells[: len(rows)], cells[len(rows) :], strict=True)
    ]
    lines = table(columns, told, width - 2)
    if len(found) > len(rows):
        lines.append(f'{many(len(found) - len(rows), "more function")} in x.frames["trace_times"]')
    return section("What Dynamo spent tracing", lines, paint)


def _first(found: list[TracedRow]) -> list[TracedRow]:
    """Six functions of the user and three of libraries, in the order of all."""
    chosen = [*[row for row in found if not row.library][:6], *[row for row in found if row.library][:3]]
    return [row for row in found if row in chosen]
