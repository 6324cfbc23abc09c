"""CUDA graphs and autotuning in the text view."""

from __future__ import annotations

from explorer.views.format import count, many
from explorer.views.outline.index import Index
from explorer.views.outline.tuning import candidate_rows, recording_rows
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table

RECORDED = {True: "recorded", False: "not recorded", None: ""}


def recording_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """Which graphs and parts are recorded as CUDA graphs, and why others are not; nothing where none were asked for."""
    found, most = recording_rows(index), 2000 if full else 12
    columns = (
        Column("graph", right=True, drop=3),
        Column("", drop=4),
        Column("", least=8),
        Column("as a CUDA graph"),
        Column("ops", right=True, drop=1),
        Column("why not", wraps=True, least=20),
        Column("line", drop=2),
    )
    cells = [
        (
            "" if row.graph is None else str(row.graph), row.direction, row.what, RECORDED[row.recorded],
            "" if row.operations is None else count(row.operations), row.why, row.place,
        )
        for row in found[:most]
    ]  # fmt: skip
    lines = table(columns, cells, width - 2) if cells else []
    if len(found) > most:
        lines.append(f'{many(len(found) - most, "more row")} in x.frames["cudagraphs"]')
    return section("CUDA graphs", lines, paint)


def candidate_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """The candidates that were measured: the first, all with ``full``."""
    found, most = candidate_rows(index), 2000 if full else 12
    columns = (
        Column("operation", wraps=True, least=10),
        Column("inputs", wraps=True, drop=1, least=16),
        Column("candidate", wraps=True, least=16),
        Column("kind", drop=2),
        Column("ms", right=True),
        Column("x best", right=True),
        Column("line", drop=3),
    )
    cells = [
        (
            row.operation, row.inputs, row.name, row.kind,
            "failed" if row.milliseconds is None else f"{row.milliseconds:.4g}",
            "" if row.times_best is None else f"{row.times_best:.2f}", row.place,
        )
        for row in found[:most]
    ]  # fmt: skip
    lines = table(columns, cells, width - 2) if cells else []
    if len(found) > most:
        lines.append(f'{many(len(found) - most, "more candidate")} in x.frames["autotune"]')
    return section("Autotuning", lines, paint)
