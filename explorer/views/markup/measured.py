"""What was measured, in HTML: times, numbers, memory."""

from __future__ import annotations

from explorer.views.format import many, scientific
from explorer.views.markup.blocks import Room, fold, head, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
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


def measured_html(index: Index, look: Look, room: Room) -> str:
    """Times, whether the numbers agree, and memory; nothing where nothing was measured."""
    parts = (_numbers(index, look, room), _memory(index, look, room), _attention(index, look, room))
    return _times(index, look) + "".join(parts)


def _times(index: Index, look: Look) -> str:
    cells = [
        (esc(row.part), esc(spread(row.eager)), esc(spread(row.compiled)), esc(row.told)) for row in time_rows(index)
    ]
    if not cells:
        return ""
    told = table(look, ("time", "eager", "compiled", "eager ÷ compiled"), cells, right=(1, 2, 3))
    return head(look, "Measured times") + told + "".join(note(look, each) for each in time_sentences(index))


def _numbers(index: Index, look: Look, room: Room) -> str:
    sentences = list(numeric_sentences(index))
    if not sentences:
        return ""
    rows = compared_rows(index)
    cells = [
        (
            esc(row.what), scientific(row.max_abs), scientific(row.max_rel), scientific(row.eager_error),
            scientific(row.compiled_error), esc(row.why or ("rounding" if row.rounding and not row.match else "")),
        )
        for row in rows[: room.limits.rows]
    ]  # fmt: skip
    heads = ("compared", "differs by", "relative", "eager to float64", "compiled to float64", "")
    body = table(look, heads, cells, right=(1, 2, 3, 4)) + _more(look, len(rows) - len(cells), "tensor")
    told = "".join(note(look, each) for each in sentences)
    return head(look, "Measured numbers") + told + fold(look, f"Compared, {many(len(rows), 'tensor')}", body)


def _memory(index: Index, look: Look, room: Room) -> str:
    rows = memory_rows(index)
    if not rows:
        return ""
    cells = [tuple(map(esc, row)) for row in rows[: room.limits.rows]]
    told = table(look, ("memory", "eager", "compiled"), cells, right=(1, 2)) + _more(
        look, len(rows) - len(cells), "line"
    )
    return head(look, "Measured memory") + told + "".join(note(look, each) for each in memory_sentences(index))


def _attention(index: Index, look: Look, room: Room) -> str:
    rows = attention_rows(index)
    if not rows:
        return ""
    cells = [tuple(map(esc, row)) for row in rows[: room.limits.rows]]
    told = table(look, ("line", "kernel", "one call", "chosen ÷ this"), cells, right=(2, 3))
    return head(look, "Measured attention kernels") + told + _more(look, len(rows) - len(cells), "row")


def _more(look: Look, number: int, noun: str) -> str:
    return note(look, f"{many(number, f'more {noun}')} in the JSON") if number > 0 else ""
