"""What was measured, in the text view: times, numbers, memory."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.views.clean import wrap
from explorer.views.format import many, scientific
from explorer.views.outline.index import Index
from explorer.views.outline.measured import (
    attention_rows,
    compared_rows,
    memory_rows,
    memory_sentences,
    numeric_sentences,
    spread,
    time_rows,
    time_sentences,
)
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def time_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """Eager against compiled, in one call and its parts."""
    rows = time_rows(index)
    columns = (
        Column("time", wraps=True, least=14),
        Column("eager", wraps=True, least=10),
        Column("compiled", wraps=True, least=10),
        Column("eager ÷ compiled", wraps=True, least=12),
    )
    cells = [(row.part, spread(row.eager), spread(row.compiled), row.told) for row in rows]
    told = table(columns, cells, width - 2) if cells else []
    return section("Measured times", [*told, *_wrapped(time_sentences(index), width)], paint)


def numeric_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """Whether the numbers agree; the tensors one by one where they do not, or with ``full``."""
    rows = [row for row in compared_rows(index) if full or not row.match]
    most = 2000 if full else 8
    columns = (
        Column("compared", wraps=True, least=12),
        Column("differs by", right=True),
        Column("relative", right=True),
        Column("eager to f64", right=True, drop=2),
        Column("compiled to f64", right=True, drop=2),
        Column("", wraps=True, drop=1),
    )
    cells = [
        (
            row.what, scientific(row.max_abs), scientific(row.max_rel), scientific(row.eager_error),
            scientific(row.compiled_error), row.why or ("rounding" if row.rounding and not row.match else ""),
        )
        for row in rows[:most]
    ]  # fmt: skip
    told = table(columns, cells, width - 2) if cells else []
    told += [f'{many(len(rows) - most, "more tensor")} in x.frames["numerics"]'] if len(rows) > most else []
    return section("Measured numbers", [*_wrapped(numeric_sentences(index), width), *told], paint)


def memory_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The memory of both sides, and the lines that keep most of it."""
    rows = memory_rows(index)
    columns = (Column("memory", wraps=True), Column("eager", right=True), Column("compiled", right=True))
    told = table(columns, rows[:10], width - 2) if rows else []
    told += [f'{many(len(rows) - 10, "more line")} in x.frames["memory"]'] if len(rows) > 10 else []
    return section("Measured memory", [*told, *_wrapped(memory_sentences(index), width)], paint)


def attention_time_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """Each attention call with each kernel that can run it."""
    rows = attention_rows(index)
    columns = (
        Column("line", wraps=True, drop=1),
        Column("kernel"),
        Column("one call", wraps=True, least=14),
        Column("chosen ÷ this", wraps=True, least=14),
    )
    return section("Measured attention kernels", table(columns, rows[:40], width - 2) if rows else [], paint)


def _wrapped(sentences: Iterable[str], width: int) -> list[str]:
    return [line for sentence in sentences for line in wrap(sentence, width - 2)]
