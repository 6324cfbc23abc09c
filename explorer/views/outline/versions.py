"""The versions of a function as columns, as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.report.versions import Cell, Value, Versions, version_tables
from explorer.views.clean import one_line
from explorer.views.format import UNKNOWN, column, many
from explorer.views.outline.index import Index

MOST = 10
"""Versions that are shown beside each other, the first ones."""


@dataclass(frozen=True, slots=True)
class VersionTable:
    """``head`` sums it up; ``heads`` are the versions, ``rows`` the values (name, cells, guard's line, changed at)."""

    head: str
    heads: tuple[str, ...]
    facts: tuple[tuple[str, tuple[str, ...]], ...]
    rows: tuple[tuple[str, tuple[str, ...], str, str], ...]
    left_out: int


def version_rows(index: Index, arrow: str, *, limit: int = 20) -> tuple[list[VersionTable], int]:
    """A table for each function that was compiled again, at most ``limit``, and how many were left out."""
    found = version_tables(index.report)
    return [_table(index, each, arrow) for each in found[:limit]], max(0, len(found) - limit)


def _table(index: Index, table: Versions, arrow: str) -> VersionTable:
    shown = table.versions[:MOST]
    unit, seconds = column([each.seconds for each in shown])
    facts = (
        (f"compile {unit}", tuple(seconds)),
        ("call", tuple(UNKNOWN if each.call is None else str(each.call) for each in shown)),
        ("called at", tuple(index.place(each.at) if each.call is None else "" for each in shown)),
        ("inputs", tuple(one_line(", ".join(each.inputs), 40) for each in shown)),
    )
    return VersionTable(
        head=one_line(f"{table.function}: {_sum(table)}", 200),
        heads=tuple(one_line(each.id, 20) for each in shown),
        facts=tuple((name, cells) for name, cells in facts if any(cells) and set(cells) != {UNKNOWN}),
        rows=tuple(_row(index, each, arrow) for each in table.values),
        left_out=max(0, len(table.versions) - MOST),
    )


def _sum(table: Versions) -> str:
    made = sum(each.status != "limit" for each in table.versions)
    told = f"{many(made, 'version')}"
    if table.left == 0:
        return f"{told}; the limit of {table.limit} is reached, more inputs run uncompiled"
    return told if table.left is None else f"{told}; {table.left} more until it stays uncompiled"


def _row(index: Index, value: Value, arrow: str) -> tuple[str, tuple[str, ...], str, str]:
    cells = tuple(_cell(each, arrow) for each in value.cells[:MOST])
    changed = ", ".join(index.place(place) for place in value.changed_at)
    return one_line(value.name, 60), cells, index.place(value.place), changed


def _cell(cell: Cell, arrow: str) -> str:
    expects = one_line(cell.expects, 24) or UNKNOWN
    if cell.failed is None:
        return expects
    got = f" got {one_line(cell.got, 24)}" if cell.got else " failed"
    return f"{expects}{got} {arrow} {cell.failed}"


def columns_of(table: VersionTable) -> Sequence[Sequence[str]]:
    """The rows as cells: name, one for each version, the guard's line, the lines that change it."""
    facts = [(name, *cells, "", "") for name, cells in table.facts]
    return [*facts, *((name, *cells, place, changed) for name, cells, place, changed in table.rows)]
