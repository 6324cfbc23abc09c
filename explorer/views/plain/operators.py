"""Operators that are no plain ones, in the text view."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.outline.index import Index
from explorer.views.outline.operators import operator_rows
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table

HEAD = "Operators of other kinds"


def operator_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """A row for each higher-order, custom or collective operator, Triton kernel and subclass; the first ones."""
    found, most = operator_rows(index), 2000 if full else 12
    columns = (
        Column("graph", right=True, drop=2),
        Column("kind"),
        Column("operator", wraps=True, least=12),
        Column("line", drop=1),
        Column("what", wraps=True, least=20),
    )
    cells = [
        ("" if row.graph is None else str(row.graph), row.kind, row.operator, row.place, row.what)
        for row in found[:most]
    ]
    lines = table(columns, cells, width - 2) if cells else []
    if len(found) > most:
        lines.append(f'{many(len(found) - most, "more row")} in x.frames["operators"]')
    return section(HEAD, lines, paint)
