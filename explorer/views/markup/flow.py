"""The map of the program in the HTML: what runs in which order."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import Room, head, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import NBSP, esc
from explorer.views.outline.flow import FlowRow, flow_rows
from explorer.views.outline.index import Index


def flow_html(index: Index, look: Look, room: Room) -> str:
    """Graphs and what Python runs between them, callees indented."""
    rows, more = flow_rows(index, limit=room.limits.rows)
    if not rows:
        return ""
    cells = [
        (_runs(row, look), f"<code>{esc(row.function)}</code>", esc(row.lines.replace("-", "–")), esc(row.about))
        for row in rows
    ]
    left = note(look, f"{many(more, 'more passage')} in the JSON") if more else ""
    return head(look, "What runs, in order") + table(look, ("runs", "function", "lines", ""), cells) + left


def _runs(row: FlowRow, look: Look) -> str:
    name = f"graph <span{look.hue('chip', row.graph)}>{row.graph}</span>" if row.graph is not None else esc(row.runs)
    return NBSP * 4 * min(row.depth, 12) + (f"<b>{name}</b>" if row.bad else name)
