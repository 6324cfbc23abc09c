"""Dynamic sizes: which dimension of which input may vary, in which range, and which line fixed it after all."""

from __future__ import annotations

import re
from dataclasses import dataclass

from explorer.report import Compilation, Symbol
from explorer.views.clean import one_line
from explorer.views.outline.index import Index

_SIZE = re.compile(r"^(?P<value>.+)\.(?P<what>size|stride)\(\)\[(?P<dimension>\d+)\]$")
_LOCAL = re.compile(r"\b[LG]\[\s*['\"]([^'\"]*)['\"]\s*\]")
_RANGE = re.compile(r"^\[(?P<low>-?\w+), (?P<high>-?\w+)\]$")
_ENDLESS = ("int_oo", "oo", "inf")


@dataclass(frozen=True, slots=True)
class SymbolRow:
    """A dynamic size. ``fixed`` says to what and where it was fixed, empty when it is still dynamic."""

    id: str
    function: str
    symbol: str
    size: str
    hint: str
    range: str
    place: str
    fixed: str


def symbol_rows(index: Index, *, limit: int = 40) -> tuple[list[SymbolRow], int]:
    """The dynamic sizes of every compile, in order, at most ``limit``, and how many were left out."""
    found = [(each, symbol) for each in index.report.compilations for symbol in each.symbols]
    return [_row(index, each, symbol) for each, symbol in found[:limit]], max(0, len(found) - limit)


def _row(index: Index, each: Compilation, symbol: Symbol) -> SymbolRow:
    return SymbolRow(
        id=one_line(each.id, 20),
        function=index.function(each),
        symbol=one_line(symbol.name, 20),
        size=one_line(size_words(symbol.source), 80),
        hint=one_line(symbol.hint or "", 20),
        range=one_line(range_words(symbol.range), 40),
        place=index.place(symbol.place),
        fixed=one_line(symbol.specialized or "", 240),
    )


def size_words(source: str | None) -> str:
    """``dimension 0 of x`` for ``L['x'].size()[0]``; a number that is no size by its name."""
    plain = _LOCAL.sub(r"\1", source or "")
    match = _SIZE.match(plain)
    if match is None:
        return plain
    return f"{'dimension' if match['what'] == 'size' else 'stride'} {match['dimension']} of {match['value']}"


def range_words(text: str | None) -> str:
    """``2 or more`` for ``[2, int_oo]``, ``2 to 16`` for ``[2, 16]``."""
    match = _RANGE.match(text or "")
    if match is None:
        return text or ""
    low, high = match["low"], match["high"]
    if high in _ENDLESS or (high.isdigit() and int(high) > 2**60):
        return "anything" if low.removeprefix("-") in _ENDLESS else f"{low} or more"
    return f"{low} to {high}"
