"""The versions of a function in the text view."""

from __future__ import annotations

from explorer.views.clean import fit
from explorer.views.format import many
from explorer.views.outline.index import Index
from explorer.views.outline.versions import VersionTable, columns_of, version_rows
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def version_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """For each function its versions as columns, with the value that each expects and the one that failed."""
    tables, more = version_rows(index, "->")
    if not tables:
        return []
    lines = [f"  {paint('Versions', 'bold')}"]
    for each in tables:
        lines += [f"  {fit(each.head, width - 2)}", *(f"    {line}" for line in _lines(each, width - 4))]
    return [*lines, f'  {many(more, "more function")} in x.frames["versions"]'] if more else lines


def _lines(each: VersionTable, width: int) -> list[str]:
    columns = [Column("", wraps=True, least=8)]
    # when room is short the last versions go first
    columns += [Column(head, wraps=True, least=6, drop=100 - number) for number, head in enumerate(each.heads)]
    columns += [Column("guard at", drop=2), Column("changed at", drop=1)]
    lines = table(columns, columns_of(each), width)
    return [*lines, f"{many(each.left_out, 'more version')}"] if each.left_out else lines
