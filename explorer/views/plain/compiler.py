"""What the compiler did inside, in the text view: what is kept, made again, changed in place, fused, rewritten."""

from __future__ import annotations

from explorer.views.format import count, many, size
from explorer.views.outline.decompositions import decomposition_rows
from explorer.views.outline.fusion import Fusion, fusions, rewrite_rows
from explorer.views.outline.index import Index
from explorer.views.outline.metrics import metric_rows
from explorer.views.outline.saved import Cut, aliasing_rows, cuts
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def section(head: str, lines: list[str], paint: Paint) -> list[str]:
    """``lines`` under a heading; nothing when there are none."""
    return [f"  {paint(head, 'bold')}", *(f"  {line}" for line in lines)] if lines else []


def saved_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """What each forward keeps for its backward and what the backward makes again: the largest, all with ``full``."""
    lines = [line for cut in cuts(index) for line in _cut(cut, width - 2, 2000 if full else 8)]
    return section("Kept for the backward", lines, paint)


def _cut(cut: Cut, width: int, most: int) -> list[str]:
    columns = (
        Column("tensor", wraps=True, least=12),
        Column("kept as"),
        Column("size", right=True),
        Column("makes", drop=2),
        Column("line", drop=3),
        Column("made by", wraps=True, drop=1),
    )
    cells = [
        (row.name, row.kept_as, size(row.bytes), row.makes, row.place, row.made_by + (", returned" * row.output))
        for row in cut.rows[:most]
    ]
    lines = [cut_title(cut)]
    lines += [f"  {line}" for line in table(columns, cells, width - 2)] if cells else []
    if len(cut.rows) > most:
        lines.append(f'  {many(len(cut.rows) - most, "more tensor")} in x.frames["saved"]')
    told = (Column("made again", wraps=True), Column("op", drop=1), Column("line", drop=2), Column("why", wraps=True))
    again = [(row.name, row.target, row.place, row.why) for row in cut.again[:most]]
    lines += [f"  {line}" for line in table(told, again, width - 2)] if again else []
    if len(cut.again) > most:
        lines.append(f"  {many(len(cut.again) - most, 'more node')} made again")
    return lines


def cut_title(cut: Cut) -> str:
    """``graph 1: 40.0 KiB in 5 tensors, 12.0 KiB of it activations; 3 nodes made again``."""
    name = f"graph {cut.graph}" if cut.graph else cut.key
    kept = f"{size(cut.total)} in {many(len(cut.rows), 'tensor')}, {size(cut.activations)} of it activations"
    return f"{name}: {kept}; {many(len(cut.again), 'node')} made again"


def aliasing_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """What the program changes in place and what it returns views of."""
    rows = aliasing_rows(index)
    most = 2000 if full else 8
    cells = [(f"graph {graph}" if graph else "", text) for graph, text in rows[:most]]
    lines = table((Column(""), Column("", wraps=True)), cells, width - 2)[1:] if cells else []
    lines += [f"{count(len(rows) - most)} more in x.text(full=True)"] if len(rows) > most else []
    return section("Changed in place, returned as views", lines, paint)


def fusion_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """What Inductor fused, why other pairs stayed apart, and what it rewrote."""
    most = 2000 if full else 6
    lines = [line for each in fusions(index) for line in _fusion(each, width - 2, most)]
    rows = rewrite_rows(index)
    columns = (Column("graph", drop=1), Column("pass", drop=2), Column("rewritten", wraps=True), Column("lines"))
    lines += table(columns, rows[:most], width - 2) if rows else []
    lines += [f"{many(len(rows) - most, 'more rewrite')}, in x.text(full=True)"] if len(rows) > most else []
    return section("What Inductor fused", lines, paint)


def _fusion(fusion: Fusion, width: int, most: int) -> list[str]:
    columns = (
        Column("group", wraps=True, least=16),
        Column("kind", drop=2),
        Column("fuses", right=True),
        Column("moves", right=True, drop=3),
        Column("lines"),
        Column("kernel", wraps=True, drop=1, least=16),
    )
    cells = [
        (row.name, row.kind, count(row.fuses), size(row.moved), row.lines, row.kernel) for row in fusion.groups[:most]
    ]
    lines = [fusion.title, *(f"  {line}" for line in table(columns, cells, width - 2))]
    if len(fusion.groups) > most:
        lines.append(f"  {many(len(fusion.groups) - most, 'more group')} in the JSON")
    told = (Column("not fused because", wraps=True), Column("pairs", right=True), Column("for example", wraps=True))
    rows = [(row.reason, count(row.pairs), row.example) for row in fusion.apart[:most]]
    return lines + ([f"  {line}" for line in table(told, rows, width - 2)] if rows else [])


def decomposition_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """Which operator became which: those that were decomposed or made functional, every one with ``full``."""
    found = decomposition_rows(index)
    rows = found if full else [row for row in found if row.decomposed or row.functional]
    most = 2000 if full else 8
    columns = (
        Column("operator", wraps=True, least=10),
        Column("line", drop=2),
        Column("calls", wraps=True, least=14),
        Column("becomes", wraps=True, least=18),
        Column("gradient", wraps=True, drop=1, least=18),
    )
    cells = [
        (
            row.operator + (", made functional" * row.functional), row.place, ", ".join(row.aten),
            ", ".join(row.becomes), ", ".join(row.gradient),
        )
        for row in rows[:most]
    ]  # fmt: skip
    lines = table(columns, cells, width - 2) if cells else []
    if len(found) > len(cells) and lines:
        lines.append(f'{many(len(found) - len(cells), "more operator")} in x.frames["decompositions"]')
    return section("What each operator became", lines, paint)


def metric_lines(index: Index, width: int, paint: Paint, *, full: bool) -> list[str]:
    """torch's compilation metrics that are not zero, with ``full``: there are a hundred of each compile."""
    cells = list(metric_rows(index)) if full else []
    columns = (Column("metric", wraps=True), Column("value", right=True), Column("graph", drop=1))
    return section("Compilation metrics", table(columns, cells[:2000], width - 2) if cells else [], paint)
