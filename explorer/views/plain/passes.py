"""Inductor's passes in the text view: those that changed a graph; with the full text all, with what they changed."""

from __future__ import annotations

import difflib

from explorer.views.clean import clean, fit
from explorer.views.format import count, many
from explorer.views.outline.index import Index
from explorer.views.outline.passes import PassRow, pass_rows
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table

MOST = 40
"""So many lines of a pass's difference are shown in the full text."""


def pass_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """The passes as a table. Those that changed nothing are counted; ``full`` lists them and shows the differences."""
    rows = pass_rows(index)
    if not rows:
        return []
    changed = [row for row in rows if row.step.changed]
    lines = [f"{many(len(changed), 'pass', 'passes')} of {count(len(rows))} changed a graph"]
    shown = rows if full else changed
    lines += _table(shown, width - 4)
    if full:
        lines += [line for row in changed for line in _difference(index, row, width - 4)]
    elif shown:
        lines.append("what each changed: x.text(full=True)")
    return [f"  {paint('Passes of Inductor', 'bold')}", *(f"  {line}" for line in lines)]


def _table(rows: list[PassRow], width: int) -> list[str]:
    columns = (
        Column("graph"),
        Column("passes", drop=2),
        Column("name", wraps=True, least=20),
        Column("nodes"),
        Column("ms", right=True),
        Column("rule in torch", wraps=True, drop=1, least=24),
    )
    cells = [
        (
            str(row.graph or row.compilation.key), row.where, row.name,
            row.nodes or ("changed" if row.step.changed else "—"),
            f"{row.step.seconds * 1e3:.1f}" if row.step.seconds is not None else "", _short(row.rule),
        )
        for row in rows
    ]  # fmt: skip
    return [f"  {line}" for line in table(columns, cells, width)] if cells else []


def _short(rule: str) -> str:
    """File and line without the folders."""
    return rule.rpartition("/")[2]


def _difference(index: Index, row: PassRow, width: int) -> list[str]:
    before, after = (clean(index.text(key)).split("\n") for key in (row.step.before, row.step.after))
    lines = [
        line for line in difflib.unified_diff(before, after, lineterm="", n=0) if line[:2] not in ("--", "++", "@@")
    ]
    shown = [f"    {fit(line.expandtabs(4).rstrip(), width - 4)}" for line in lines[:MOST]]
    more = [f"    {count(len(lines) - MOST)} more lines"] if len(lines) > MOST else []
    return [f"  {fit(f'{row.name}, {row.where}', width - 2)}", *shown, *more] if shown else []
