"""The cards in the text view: each break and recompile with its facts, what to do, and a change that was tried."""

from __future__ import annotations

from explorer.views.clean import fit, wrap
from explorer.views.outline.cards import Card, cards, left_out
from explorer.views.outline.index import Index
from explorer.views.plain.paint import Paint

_NAME = 12


def card_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """The cards; the short text has none, its findings say the first things already."""
    if not full:
        return []
    shown, more = cards(index)
    lines: list[str] = []
    for card in shown:
        lines += ["", *_card(card, width, paint)] if lines else _card(card, width, paint)
    if more:
        lines.append(f"  {left_out(more)}")
    return [f"  {paint('Breaks and recompiles, one by one', 'bold')}", *lines] if lines else []


def _card(card: Card, width: int, paint: Paint) -> list[str]:
    head = f"{card.head}, {card.fixability}" if card.fixability else card.head
    lines = [f"  {paint(fit(head, width - 2), 'bold')}"]
    if card.code:
        lines.append(f"    {fit(card.code, width - 4)}")
    for name, text in card.facts:
        first, *more = wrap(text, width - 6 - _NAME)
        lines += [f"    {name:{_NAME}}{first}", *(" " * (4 + _NAME) + line for line in more)]
    if card.example:
        lines.append(f"    {'tried in':{_NAME}}{fit(card.example, width - 4 - _NAME)}")
    lines += [f"      {_painted(fit(line, width - 6), paint)}".rstrip() for line in card.change]
    return lines


def _painted(line: str, paint: Paint) -> str:
    return paint(line, "break") if line.startswith("-") else line
