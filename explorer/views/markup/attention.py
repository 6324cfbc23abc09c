"""Attention in HTML: the kernel of each call, the fast path of each module, and why not."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.attention import attention_rows
from explorer.views.outline.index import Index


def attention_html(index: Index, look: Look, room: Room) -> str:
    """A row for each attention call and module, in a fold."""
    found, most = attention_rows(index), room.limits.rows
    cells = [
        (
            "" if row.graph is None else str(row.graph), f"<code>{esc(row.what)}</code>", esc(row.module),
            esc(row.place), esc(row.kernel), esc(row.layout), esc(row.why),
            esc(f"fused with {row.change}" if row.change else ""),
        )
        for row in found[:most]
    ]  # fmt: skip
    heads = ("graph", "attention", "in", "line", "runs as", "input", "why not another", "what would change it")
    more = note(look, f"{many(len(found) - most, 'more row')} in the JSON") if len(found) > most else ""
    return fold(look, "Attention", table(look, heads, cells) + more) if cells else ""
