"""The ledger in the text view."""

from __future__ import annotations

from explorer.views.clean import wrap
from explorer.views.outline.index import Index
from explorer.views.outline.ledger import break_lines, ledger, ledger_sentences, left_out
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def ledger_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """Eager operations beside the kernels that they became; every row with ``full``."""
    told = ledger(index)
    most = 2000 if full else 40
    columns = (
        Column("", drop=3),
        Column("line", wraps=True, least=5),
        Column("eager", wraps=True, least=12),
        Column(told.unit, right=True),
        Column("kernels", wraps=True, least=14),
        Column(told.unit, right=True),
        Column("eager ÷ compiled", right=True),
        Column("95 %", drop=2),
        Column("moves", right=True, drop=1),
    )
    cells = [
        (
            _graph(line.row.graph, line.row.direction), line.where, line.row.title or line.ops, line.eager,
            line.kernels, line.compiled, line.told, line.interval, line.moved,
        )
        for line in told.lines[:most]
    ]  # fmt: skip
    lines = table(columns, cells, width - 2) if cells else []
    lines += [left_out(len(told.lines) - most)] if len(told.lines) > most else []
    lines += [line for sentence in ledger_sentences(index) for line in wrap(sentence, width - 2)]
    return section("The ledger: eager beside compiled, one call", lines, paint)


def _graph(number: int | None, direction: str | None) -> str:
    return "" if number is None else f"{number} bwd" if direction == "bwd" else str(number)


def break_cost_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The breaks by what they cost."""
    columns = (
        Column("break", wraps=True, least=16),
        Column("", wraps=True, drop=1, least=24),
        Column("time at it", right=True),
        Column("guards in it", right=True),
        Column("crosses", right=True),
        Column("lost fusion", right=True),
    )
    cells = [(row.where, row.code, row.seconds, row.guards, row.crossing, row.lost) for row in break_lines(index)]
    return section("What the breaks cost in one call", table(columns, cells, width - 2) if cells else [], paint)
