"""Modes in the text view: regions of autocast, torch.func and gradients, and the casts that autocast put in."""

from __future__ import annotations

from explorer.views.clean import wrap
from explorer.views.format import count, many, size
from explorer.views.outline.index import Index
from explorer.views.outline.modes import CastRow, cast_rows, region_rows, state_rows
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def mode_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """The regions, then the casts: the first ones, all with ``full``; nothing where no mode is switched."""
    most = 2000 if full else 10
    regions, casts = region_rows(index), cast_rows(index)
    lines = _regions(index, width - 2, most) if regions else []
    lines += _casts(casts, width - 2, most) if casts else []
    return section("Modes", lines, paint)


def state_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """The state of torch that the graphs were compiled under: when it changes, they are compiled again."""
    del full
    lines = [line for graphs, told in state_rows(index)[:20] for line in wrap(f"graph {graphs}: {told}", width - 2)]
    return section("Compiled under", lines, paint)


def _regions(index: Index, width: int, most: int) -> list[str]:
    rows = region_rows(index)
    columns = (
        Column("graph", right=True, drop=2),
        Column("region", wraps=True, least=20),
        Column("lines", drop=1),
        Column("ops", right=True),
    )
    cells = [
        ("" if row.graph is None else str(row.graph), f"{'> ' * row.depth}{row.told}", row.lines, count(row.operations))
        for row in rows[:most]
    ]
    more = [f'{many(len(rows) - most, "more region")} in x.frames["regions"]'] if len(rows) > most else []
    return [*table(columns, cells, width), *more]


def _casts(rows: list[CastRow], width: int, most: int) -> list[str]:
    written = sum(row.bytes or 0 for row in rows)
    columns = (
        Column("cast", wraps=True, least=20),
        Column("of", wraps=True, least=12),
        Column("for", drop=1),
        Column("line", drop=2),
        Column("writes", right=True),
        Column("", drop=3),
    )
    cells = [
        (row.change, row.value, row.operation, row.place, size(row.bytes), "backward" if row.backward else "")
        for row in rows[:most]
    ]
    more = [f'{many(len(rows) - most, "more cast")} in x.frames["casts"]'] if len(rows) > most else []
    return [
        f"autocast put in {many(len(rows), 'cast')}, which write {size(written)}",
        *table(columns, cells, width),
        *more,
    ]
