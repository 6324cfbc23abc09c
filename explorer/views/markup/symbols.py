"""The dynamic sizes in the HTML."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.symbols import symbol_rows


def symbols_html(index: Index, look: Look, room: Room) -> str:
    """Each dynamic size with its range and the line that fixed it, in a fold."""
    rows, more = symbol_rows(index, limit=room.limits.rows)
    if not rows:
        return ""
    cells = [
        tuple(map(esc, (row.id, row.function, row.size, row.hint, row.range, row.symbol, row.place, row.fixed)))
        for row in rows
    ]
    heads = ("version", "function", "size", "was", "may be", "symbol", "seen at", "fixed")
    left = note(look, f"{many(more, 'more size')} in the JSON") if more else ""
    return fold(look, f"Dynamic sizes, {len(rows) + more}", table(look, heads, cells) + left)
