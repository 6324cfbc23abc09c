"""The map of the program in the text view: what runs in which order."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.outline.flow import flow_rows
from explorer.views.outline.index import Index
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def flow_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """Graphs and what Python runs between them, callees indented."""
    rows, more = flow_rows(index)
    if not rows:
        return []
    columns = (
        Column("runs"),
        Column("function", wraps=True, least=16),
        Column("lines"),
        Column("", wraps=True, drop=1, least=20),
    )
    cells = [(f"{'. ' * min(row.depth, 8)}{row.runs}", row.function, row.lines, row.about) for row in rows]
    lines = [f"  {paint('What runs, in order', 'bold')}", *(f"  {line}" for line in table(columns, cells, width - 2))]
    return [*lines, f'  {many(more, "more passage")} in x.frames["map"]'] if more else lines
