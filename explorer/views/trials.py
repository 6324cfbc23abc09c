"""Trials of advice as text, HTML and a frame: how often the program was compiled with each option."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from explorer.report.trial import Trial
from explorer.views.clean import one_line, wrap
from explorer.views.format import count, many
from explorer.views.markup.blocks import note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.plain.table import Column
from explorer.views.plain.table import table as plain_table
from explorer.views.tables.columns import BOOL, INT, TEXT
from explorer.views.tables.columns import frame as made

if TYPE_CHECKING:
    import pandas

NOTE = "The same calls, with the backend eager: counts are exact, and compiling with another backend takes longer."


def text(trials: Sequence[Trial], best: Trial | None, program: str, *, width: int = 100) -> str:
    """The trials in lines of at most ``width`` columns (40 at least), ended by a new line."""
    width = max(40, width)
    columns = (Column("tried", wraps=True, least=12), Column("versions", right=True), Column("recompiles", right=True),
               Column("what is left", wraps=True, least=16, drop=1))  # fmt: skip
    rows = [
        (one_line(each.name, 120), count(each.versions), count(each.recompiles), _left(each, trials[0]))
        for each in trials
    ]
    lines = [*wrap(headline(trials, best, program), width), ""]
    lines += [*(f"  {line}" for line in plain_table(columns, rows, width - 2)), ""]
    if best is not None:
        lines += [f"  {line}" for line in wrap(f"Write: {best.write}", width - 2)]
    return "\n".join([*lines, *(f"  {line}" for line in wrap(NOTE, width - 2))]) + "\n"


def html(trials: Sequence[Trial], best: Trial | None, program: str) -> str:
    """The trials as a fragment for a notebook."""
    look = Look(inline=True)
    cells = [
        (f"<b>{esc(each.name)}</b>" if each is best else esc(each.name), count(each.versions), count(each.recompiles),
         esc(_left(each, trials[0])), f"<code>{esc(each.write)}</code>" if each.write else "")
        for each in trials
    ]  # fmt: skip
    heads = ("tried", "versions", "recompiles", "what is left", "write")
    return (
        f"<div{look.at('summary')}><p{look.at('verdict')}><b>{esc(headline(trials, best, program))}</b></p>"
        f"{table(look, heads, cells, right=(1, 2))}{note(look, NOTE)}</div>"
    )


def frame(trials: Sequence[Trial]) -> pandas.DataFrame:
    """A row for each trial: ``tried``, ``versions``, ``recompiles``, ``breaks``, ``limit_hit``, ``left`` (causes of the
    recompiles that are left, separated by line ends), ``write`` (the code that does it), ``error``."""
    columns = {"tried": TEXT, "versions": INT, "recompiles": INT, "breaks": INT, "limit_hit": BOOL, "left": TEXT,
               "write": TEXT, "error": TEXT}  # fmt: skip
    return made(
        columns,
        (
            {"tried": each.name, "versions": each.versions, "recompiles": each.recompiles, "breaks": each.breaks,
             "limit_hit": each.limit_hit, "left": "\n".join(each.left) or None, "write": each.write or None,
             "error": each.error}
            for each in trials
        ),
    )  # fmt: skip


def headline(trials: Sequence[Trial], best: Trial | None, program: str) -> str:
    """What came of it, in a sentence."""
    first, *others = trials
    name = one_line(program, 80)
    if not first.recompiles and not first.limit_hit:
        return f"{name}: nothing was compiled again, so there is nothing to try."
    if not others:
        return f"{name}: {many(first.recompiles, 'recompile')}, and no advice about them can be tried without an edit."
    if best is None:
        return f"{name}: {many(first.recompiles, 'recompile')}; none of what was tried makes fewer."
    return f"{name}: {many(first.recompiles, 'recompile')} as it is, {count(best.recompiles)} with {best.name}."


def _left(trial: Trial, first: Trial) -> str:
    if trial.error is not None:
        return one_line(f"fails: {trial.error}", 200)
    words = ["the limit is hit"] if trial.limit_hit else []
    if trial.breaks > first.breaks:
        words.append(f"{many(trial.breaks - first.breaks, 'graph break')} more than as it is")
    if not trial.versions and first.versions:
        words.append("nothing is compiled")
    return one_line("; ".join([*words, *trial.left]), 300) or "none"
