"""What runs now, in the text view: one sentence for each compiled function."""

from __future__ import annotations

from explorer.views.clean import wrap
from explorer.views.format import count
from explorer.views.outline.index import Index
from explorer.views.outline.runs import run_rows
from explorer.views.plain.paint import Paint

FEW = 6
"""So many functions are told in the short text."""


def run_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """A sentence for each compiled function. The short text tells of them only where a function was cut."""
    rows = run_rows(index)
    if not full and not any(step.name == "resume" for row in rows for step in row.steps):
        return []
    lines: list[str] = []
    for row in rows if full else rows[:FEW]:
        first, *more = wrap(f"{row.compilation.key} {row.function}: {row.words}", width - 4)
        lines += [first, *(f"  {line}" for line in more)]
    if len(rows) > FEW and not full:
        lines.append(f'{count(len(rows) - FEW)} more in x.frames["runs"]')
    return [f"  {paint('What runs now', 'bold')}", *(f"  {line}" for line in lines)] if lines else []
