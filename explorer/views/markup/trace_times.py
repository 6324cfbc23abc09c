"""How long Dynamo traced each function, in HTML."""

from __future__ import annotations

from explorer.views.format import column, count, many
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.trace_times import traced_rows


def trace_times_html(index: Index, look: Look, room: Room) -> str:
    """The functions that were traced, the longest by itself first, in a fold."""
    found, most = traced_rows(index), room.limits.rows
    rows = found[:most]
    if not rows:
        return ""
    unit, cells = column([*(row.seconds for row in rows), *(row.own for row in rows)])
    told = [
        (f"<code>{esc(row.function)}</code>", esc(row.place), took if row.seconds is not None else "", own,
         count(row.calls))
        for row, took, own in zip(rows, cells[: len(rows)], cells[len(rows) :], strict=True)
    ]  # fmt: skip
    more = note(look, f"{many(len(found) - most, 'more function')} in the JSON") if len(found) > most else ""
    heads = ("function", "at", unit, "own", "times")
    return fold(look, "What Dynamo spent tracing", table(look, heads, told, right=(2, 3, 4)) + more)
