"""The versions of a function in the HTML."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.versions import VersionTable, columns_of, version_rows


def versions_html(index: Index, look: Look, room: Room) -> str:
    """For each function its versions as columns, in a fold."""
    tables, more = version_rows(index, "→", limit=room.limits.rows)
    left = note(look, f"{many(more, 'more function')} in the JSON") if more else ""
    return "".join(fold(look, f"Versions of {each.head}", _table(each, look)) for each in tables) + left


def _table(each: VersionTable, look: Look) -> str:
    cells = [tuple(map(esc, row)) for row in columns_of(each)]
    heads = ("", *each.heads, "guard at", "changed at")
    more = note(look, f"{many(each.left_out, 'more version')} in the JSON") if each.left_out else ""
    return table(look, heads, cells) + more
