"""CUDA graphs and autotuning in HTML."""

from __future__ import annotations

from explorer.views.format import count, many
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.tuning import candidate_rows, recording_rows

_RECORDED = {True: "recorded", False: "not recorded", None: ""}


def recording_html(index: Index, look: Look, room: Room) -> str:
    """Which graphs and parts are recorded as CUDA graphs, and why others are not, in a fold."""
    found, most = recording_rows(index), room.limits.rows
    cells = [
        (
            "" if row.graph is None else str(row.graph), row.direction, esc(row.what), _RECORDED[row.recorded],
            "" if row.operations is None else count(row.operations), esc(row.why), esc(row.place),
        )
        for row in found[:most]
    ]  # fmt: skip
    heads = ("graph", "", "", "as a CUDA graph", "operations", "why not", "line")
    body = table(look, heads, cells, right=(4,)) + _more(look, len(found) - most) if cells else ""
    return fold(look, "CUDA graphs", body) if body else ""


def candidates_html(index: Index, look: Look, room: Room) -> str:
    """The candidates that were measured, the fastest of each operation first, in a fold."""
    found, most = candidate_rows(index), room.limits.rows
    cells = [
        (
            f"<code>{esc(row.operation)}</code>", esc(row.inputs), f"<code>{esc(row.name)}</code>", esc(row.kind),
            "failed" if row.milliseconds is None else f"{row.milliseconds:.4g}",
            "" if row.times_best is None else f"{row.times_best:.2f}", esc(row.place),
        )
        for row in found[:most]
    ]  # fmt: skip
    heads = ("operation", "inputs", "candidate", "kind", "ms", "× best", "line")
    body = table(look, heads, cells, right=(4, 5)) + _more(look, len(found) - most) if cells else ""
    return fold(look, "Autotuning", body) if body else ""


def _more(look: Look, number: int) -> str:
    return note(look, f"{many(number, 'more row')} in the JSON") if number > 0 else ""
