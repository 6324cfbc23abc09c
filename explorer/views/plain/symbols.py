"""The dynamic sizes in the text view."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.outline.index import Index
from explorer.views.outline.symbols import symbol_rows
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def symbol_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """Each dynamic size: which dimension, its value at the compile, its range, and the line that fixed it."""
    rows, more = symbol_rows(index)
    if not rows:
        return []
    columns = (Column("version"), Column("size", wraps=True, least=12), Column("was"), Column("may be"),
               Column("symbol", drop=1), Column("seen at", drop=2), Column("fixed", wraps=True, least=20))  # fmt: skip
    cells = [(row.id, row.size, row.hint, row.range, row.symbol, row.place, row.fixed) for row in rows]
    lines = [f"  {paint('Dynamic sizes', 'bold')}", *(f"  {line}" for line in table(columns, cells, width - 2))]
    return [*lines, f'  {many(more, "more size")} in x.frames["symbols"]'] if more else lines
