"""Tables, folds and long texts in either look, with what was left out said where it was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.views.clean import clean, shorten
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is shown: findings, source lines, rows of a table, kB of one text and of all texts."""

    findings: int
    lines: int
    rows: int
    text: int
    texts: int


@dataclass(slots=True)
class Room:
    """The kB of text that may still be shown; every text takes its part, so that a document stays a sane size."""

    limits: Limits
    left: int = 0

    def __post_init__(self) -> None:
        self.left = self.limits.texts

    def take(self, text: str) -> tuple[str, int]:
        """As much of ``text`` as there is room for, and the kB that were left out."""
        shown, more = shorten(text, max(0, min(self.limits.text, self.left)))
        self.left -= -(-len(shown) // 1000)
        return (shown, more) if shown or not text else ("", max(1, round(len(text) / 1000)))


def head(look: Look, text: str) -> str:
    """The heading of a section (our own words)."""
    return f"<h2{look.at('head')}>{esc(text)}</h2>"


def table(look: Look, heads: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """A table of ready-made HTML cells, in a box that scrolls sideways. ``right`` are the columns of numbers.

    A column that is empty in every row is left out.
    """
    keep = [index for index in range(len(heads)) if any(row[index] for row in rows)]

    def cell(tag: str, index: int, content: str) -> str:
        return f"<{tag}{look.at(f'{tag} right' if index in right else tag)}>{content}</{tag}>"

    titles = "".join(cell("th", index, esc(heads[index])) for index in keep)
    body = "".join(
        f"<tr{look.at('tr')}>{''.join(cell('td', index, row[index]) for index in keep)}</tr>" for row in rows
    )
    first = f"<thead><tr{look.at('tr')}>{titles}</tr></thead>" if any(heads[index] for index in keep) else ""
    return f"<div{look.at('scroll')}><table{look.at('table')}>{first}<tbody>{body}</tbody></table></div>"


def fold(look: Look, title: str, body: str, *, inner: bool = False) -> str:
    """A section that opens on demand. ``title`` is text, ``body`` HTML."""
    role = "inner" if inner else "fold"
    return f"<details{look.at(role)}><summary{look.at('sum')}>{esc(title)}</summary>{body}</details>\n"


def long_text(look: Look, text: str, room: Room) -> str:
    """A long text as it is, cut where there is no more room."""
    shown, more = room.take(text)
    end = f"<p{look.at('note')}>… cut, {more} kB more in the JSON</p>" if more else ""
    return (f"<pre{look.at('pre')}>{esc(clean(shown))}</pre>" if shown else "") + end


def note(look: Look, text: str) -> str:
    """A quiet sentence."""
    return f"<p{look.at('note')}>{esc(text)}</p>"
