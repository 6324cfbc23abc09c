"""The cards in the HTML: each break and recompile in a fold, with what to do and a change that was tried."""

from __future__ import annotations

from explorer.views.markup.blocks import Room, fold, long_text, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc, prose
from explorer.views.outline.cards import Card, cards, left_out
from explorer.views.outline.index import Index


def cards_html(index: Index, look: Look, room: Room) -> str:
    """A fold for each break and recompile, the findings' order."""
    shown, more = cards(index, limit=room.limits.findings)
    if not shown:
        return ""
    rest = note(look, left_out(more)) if more else ""
    body = "".join(fold(look, card.head, _card(card, look, room), inner=True) for card in shown)
    return fold(look, "Breaks and recompiles, one by one", body + rest)


def _card(card: Card, look: Look, room: Room) -> str:
    code = long_text(look, card.code, room) if card.code else ""
    rows = [(esc(name), prose(text)) for name, text in card.facts]
    if card.fixability:
        rows.append(("to remove it", esc(card.fixability)))
    if card.example:
        rows.append(("tried in", f"<code>{esc(card.example)}</code>"))
    return code + table(look, ("", ""), rows) + (long_text(look, "\n".join(card.change), room) if card.change else "")
