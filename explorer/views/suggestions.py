"""Proven edits as text, HTML and a frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from explorer.views.clean import clean, one_line, wrap
from explorer.views.format import count, many
from explorer.views.markup.blocks import note
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.tables.columns import TEXT
from explorer.views.tables.columns import frame as made

if TYPE_CHECKING:
    import pandas

Row = tuple[str, str, str, str, str]
"""Place, code of the break, what was done, the proof, and the diff."""

NOTE = "Each edit was run on its own with the calls of this exploration; look at it before you keep it."


def text(rows: Sequence[Row], looked_at: int, *, width: int = 100) -> str:
    """Each edit with its proof and its diff, ended by a new line."""
    width = max(40, width)
    lines = [headline(rows, looked_at)]
    for place, code, name, proof, diff in rows:
        lines += ["", *wrap(one_line(f"{place}, {code}: {name}", 300), width)]
        lines += [f"  {line}" for line in wrap(one_line(proof, 300), width - 2)]
        lines += [f"  {line}" for line in clean(diff).rstrip("\n").split("\n")]
    return "\n".join([*lines, *(["", *wrap(NOTE, width)] if rows else [])]) + "\n"


def html(rows: Sequence[Row], looked_at: int) -> str:
    """A fragment for a notebook."""
    look = Look(inline=True)
    items = [
        f"<li{look.at('finding')}><b>{esc(place)}</b> {esc(code)}: {esc(name)}<br>{esc(proof)}"
        f"<pre{look.at('pre')}>{esc(clean(diff))}</pre></li>"
        for place, code, name, proof, diff in rows
    ]
    listed = f"<ul{look.at('list')}>{''.join(items)}</ul>{note(look, NOTE)}" if items else ""
    return f"<div{look.at('summary')}><p{look.at('verdict')}><b>{esc(headline(rows, looked_at))}</b></p>{listed}</div>"


def frame(rows: Sequence[Row]) -> pandas.DataFrame:
    """A row for each edit: ``place``, ``code`` of the break, ``name`` (what was done), ``proof``, ``diff``."""
    columns = dict.fromkeys(("place", "code", "name", "proof", "diff"), TEXT)
    return made(columns, (dict(zip(columns, row, strict=True)) for row in rows))


def headline(rows: Sequence[Row], looked_at: int) -> str:
    """How many edits there are for how many breaks."""
    if not looked_at:
        return "There is no graph break to remove."
    if not rows:
        return f"No mechanical edit for {many(looked_at, 'break')} could be proven here."
    return f"{many(len(rows), 'edit')} proven, for {count(looked_at)} break{'' if looked_at == 1 else 's'}."
