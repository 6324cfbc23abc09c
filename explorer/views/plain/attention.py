"""Attention in the text view: the kernel of each call, the fast path of each module, and why not."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.outline.attention import attention_rows
from explorer.views.outline.index import Index
from explorer.views.plain.compiler import section
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def attention_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """A row for each attention call and module: the first ones, all with ``full``."""
    found, most = attention_rows(index), 2000 if full else 12
    columns = (
        Column("attention", wraps=True, least=16),
        Column("in", wraps=True, drop=2, least=10),
        Column("line", drop=1),
        Column("runs as", wraps=True, least=14),
        Column("input", drop=3),
        Column("why not another", wraps=True, least=20),
    )
    rows = [
        (row.what, row.module, row.place, row.kernel, row.layout, _why(row.why, row.change)) for row in found[:most]
    ]
    lines = table(columns, rows, width - 2) if rows else []
    if len(found) > most:
        lines.append(f'{many(len(found) - most, "more row")} in x.frames["attention"]')
    return section("Attention", lines, paint)


def _why(why: str, change: str) -> str:
    return " ".join(filter(None, (why, f"Fused with {change}." if change else "")))
