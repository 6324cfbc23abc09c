"""Modes in HTML: regions of autocast, torch.func and gradients, the casts that autocast put in, the guarded state."""

from __future__ import annotations

from explorer.views.format import count, many, size
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.modes import cast_rows, region_rows, state_rows


def modes_html(index: Index, look: Look, room: Room) -> str:
    """The regions and the casts, in a fold; nothing where no mode is switched."""
    body = _regions(index, look, room.limits.rows) + _casts(index, look, room.limits.rows)
    return fold(look, "Modes", body) if body else ""


def state_html(index: Index, look: Look, room: Room) -> str:
    """The state of torch that the graphs were compiled under and are guarded by, in a fold."""
    cells = [(f"graph {graphs}", esc(told)) for graphs, told in state_rows(index)[: room.limits.rows]]
    return fold(look, "Compiled under", table(look, ("", ""), cells)) if cells else ""


def _regions(index: Index, look: Look, most: int) -> str:
    rows = region_rows(index)
    cells = [
        (
            "" if row.graph is None else str(row.graph), "&gt; " * row.depth + esc(row.told), esc(row.lines),
            count(row.operations),
        )
        for row in rows[:most]
    ]  # fmt: skip
    heads = ("graph", "region", "lines", "operations")
    return table(look, heads, cells, right=(3,)) + _more(look, len(rows) - most) if cells else ""


def _casts(index: Index, look: Look, most: int) -> str:
    rows = cast_rows(index)
    cells = [
        (
            esc(row.change), f"<code>{esc(row.value)}</code>", f"<code>{esc(row.operation)}</code>", esc(row.place),
            size(row.bytes), "backward" if row.backward else "",
        )
        for row in rows[:most]
    ]  # fmt: skip
    heads = ("cast of autocast", "of", "for", "line", "writes", "")
    return table(look, heads, cells, right=(4,)) + _more(look, len(rows) - most) if cells else ""


def _more(look: Look, number: int) -> str:
    return note(look, f"{many(number, 'more row')} in the JSON") if number > 0 else ""
