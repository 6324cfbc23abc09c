"""A comparison as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.report.comparison import Comparison
from explorer.views.clean import fit, one_line, wrap
from explorer.views.comparison.words import (
    SIGNS,
    change_cells,
    finding_words,
    headline,
    output_cells,
    side_words,
)
from explorer.views.format import count
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table

MOST = 40
"""Rows of one kind that are shown."""


def render(comparison: Comparison, *, width: int = 100, color: bool = False, cwd: str | None = None) -> str:
    """The comparison in lines of at most ``width`` columns (40 at least), ended by a new line."""
    width, paint = max(40, width), Paint(color)
    style = "bold" if comparison.fixed else "warn" if comparison.fixed is None else "break"
    sections = [
        [fit(f"{word:<6}  {told}", width) for word, told in side_words(comparison, cwd)],
        [f"  {paint(line, style)}" for line in wrap(headline(comparison), width - 2)],
        [f"  {line}" for note in comparison.notes for line in wrap(one_line(note, 600), width - 2)],
        _findings(comparison, width, cwd),
        _numbers(comparison, width),
        _outputs(comparison, width),
        _functions(comparison, width),
        _kernels(comparison, width),
    ]
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _section(head: str, columns: tuple[Column, ...], rows: Sequence[tuple[str, ...]], width: int) -> list[str]:
    if not rows:
        return []
    lines = [f"  {head}", *(f"  {line}" for line in table(columns, rows[:MOST], width - 2))]
    return [*lines, f"  {count(len(rows) - MOST)} more"] if len(rows) > MOST else lines


def _findings(comparison: Comparison, width: int, cwd: str | None) -> list[str]:
    columns = (Column(""), Column(""), Column("before"), Column("after"), Column("line", wraps=True, drop=2, least=16),
               Column("what", wraps=True, drop=1, least=16))  # fmt: skip
    told = [finding_words(each, cwd) for each in comparison.findings]
    rows = [(each.sign, f"{each.fate} {each.noun}", each.before, each.after, each.line, each.title) for each in told]
    return _section("Breaks, recompiles and errors", columns, rows, width)


def _numbers(comparison: Comparison, width: int) -> list[str]:
    columns = (Column(""), Column("before", right=True), Column("after", right=True), Column("", drop=1))
    return _section("Numbers", columns, [change_cells(each) for each in comparison.changes], width)


def _outputs(comparison: Comparison, width: int) -> list[str]:
    columns = (Column("output"), Column(""), Column("largest difference", drop=3), Column("tolerance", drop=2),
               Column("", wraps=True, drop=1, least=20))  # fmt: skip
    return _section("Outputs", columns, [output_cells(each) for each in comparison.outputs], width)


def _functions(comparison: Comparison, width: int) -> list[str]:
    columns = (Column(""), Column("function", wraps=True, least=20), Column("before"), Column("after"),
               Column("ops", right=True), Column("ops after", right=True))  # fmt: skip
    rows = [
        (SIGNS[each.fate], each.function, " ".join(each.before), " ".join(each.after), count(each.ops_before),
         count(each.ops_after))
        for each in comparison.functions
    ]  # fmt: skip
    return _section("Functions that Dynamo compiled", columns, rows, width)


def _kernels(comparison: Comparison, width: int) -> list[str]:
    columns = (Column(""), Column("kernel", wraps=True, least=20), Column("calls", right=True),
               Column("calls after", right=True))  # fmt: skip
    rows = [(SIGNS[each.fate], each.name, count(each.calls_before), count(each.calls_after))
            for each in comparison.kernels]  # fmt: skip
    return _section("Kernels, alike by their code", columns, rows, width)
