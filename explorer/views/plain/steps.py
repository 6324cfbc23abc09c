"""Dynamo's steps in the text view: what happened in each compile; every step when the full text is asked for."""

from __future__ import annotations

from explorer.views.clean import one_line, wrap
from explorer.views.format import count
from explorer.views.outline.index import Index
from explorer.views.outline.steps import (
    MOMENTS,
    Followed,
    added_words,
    followed,
    moments,
    span,
    stack_words,
    step_rows,
)
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table

MOST = 3000
"""So many steps are written out in the full text."""

FEW = 6
"""So many compiles, and so many moments of each, are told in the short text."""


def dynamo_step_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """A line for each compile and for each break, restart and end of a graph; with ``full`` every step."""
    found = followed(index)
    lines: list[str] = []
    for each in found if full else found[:FEW]:
        lines.append(each.title)
        lines += _all(each, width - 4) if full else _moments(index, each, width - 4)
    if len(found) > FEW and not full:
        lines.append(f'{count(len(found) - FEW)} more compiles in x.frames["steps"]')
    if found and not full:
        lines.append("each step: x.text(full=True)")
    return [f"  {paint('Dynamo, step by step', 'bold')}", *(f"  {line}" for line in lines)] if lines else []


def _moments(index: Index, each: Followed, width: int) -> list[str]:
    lines: list[str] = []
    steps = moments(each)
    for step in steps[:FEW]:
        head = f"step {step.index}, {span(index, step.place)}: {MOMENTS[step.name]}"
        lines += wrap(f"{head}: {one_line(step.detail, 300)}" if step.detail else head, width)
    if len(steps) > FEW:
        lines.append(f"{count(len(steps) - FEW)} more")
    return [f"  {line}" for line in lines]


def _all(each: Followed, width: int) -> list[str]:
    columns = (
        Column("step", right=True),
        Column("in", drop=3),
        Column("at"),
        Column("instruction", wraps=True, least=24),
        Column("finds on the stack, top first", wraps=True, drop=2, least=20),
        Column("adds", wraps=True, drop=1, least=16),
    )
    rows = [
        (
            str(row.step.index),
            row.entered,
            row.place,
            f"{'› ' * row.depth}{row.words}",
            stack_words(row.stack),
            added_words(row),
        )
        for row, _ in zip(step_rows(each), range(MOST), strict=False)
    ]
    lines = [f"  {line}" for line in table(columns, rows, width)] if rows else []
    more = len(each.record.steps) - MOST
    return lines + ([f'  {count(more)} more in x.frames["steps"]'] if more > 0 else [])
