"""Operators that are no plain ones, in HTML."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.operators import operator_rows


def operators_html(index: Index, look: Look, room: Room) -> str:
    """A row for each higher-order, custom or collective operator, Triton kernel and subclass, in a fold."""
    found, most = operator_rows(index), room.limits.rows
    cells = [
        (
            "" if row.graph is None else str(row.graph), esc(row.kind), f"<code>{esc(row.operator)}</code>",
            esc(row.place), esc(row.what),
        )
        for row in found[:most]
    ]  # fmt: skip
    more = note(look, f"{many(len(found) - most, 'more row')} in the JSON") if len(found) > most else ""
    body = table(look, ("graph", "kind", "operator", "line", "what"), cells) + more if cells else ""
    return fold(look, "Operators of other kinds", body) if body else ""
