"""The tables of the text view: graphs, recompiles, phases, guards, caches, settings."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.views.clean import fit, flow, wrap
from explorer.views.format import column, count, many, ranges
from explorer.views.outline.graphs import GraphRow, other_compiles
from explorer.views.outline.guards import GuardTable, guard_tables
from explorer.views.outline.index import Index
from explorer.views.outline.phases import phase_rows
from explorer.views.outline.recompiles import change, recompile_rows
from explorer.views.outline.settings import cache_rows, environment_rows, option_rows
from explorer.views.plain.paint import Paint
from explorer.views.plain.table import Column, table


def _section(head: str, lines: list[str], paint: Paint) -> list[str]:
    return [*([f"  {paint(head, 'bold')}"] if head else []), *(f"  {line}" for line in lines)] if lines else []


def graph_lines(index: Index, graphs: list[GraphRow], width: int, paint: Paint, *, limit: int = 60) -> list[str]:
    """The graphs, one row each, then the compiles that made none."""
    if not graphs:
        return _other_lines(index, width, paint)
    unit, seconds = column([row.seconds for row in graphs])
    columns = (
        Column("graph", right=True),
        Column("id"),
        Column("function", wraps=True, drop=3, least=16),
        Column("lines", drop=4),
        Column("ops", right=True),
        Column("kernels", right=True),
        Column("extern", right=True),
        Column("guards", right=True, drop=2),
        Column(f"compile {unit}", right=True),
        Column("why", drop=1),
    )
    rows = [
        (
            str(row.number), row.id, row.function, row.lines, count(row.ops), count(row.kernels), count(row.extern),
            count(row.guards), took, row.why,
        )
        for row, took in zip(graphs, seconds, strict=True)
    ]  # fmt: skip
    lines = _section("Graphs", table(columns, rows[:limit], width - 2), paint)
    if len(rows) > limit:
        lines.append(f'  {many(len(rows) - limit, "more graph")} in x.frames["graphs"]')
    return lines + _other_lines(index, width, paint)


def _other_lines(index: Index, width: int, paint: Paint) -> list[str]:
    others, more = other_compiles(index, limit=20)
    columns = (
        Column("id"),
        Column("function", wraps=True),
        Column("at", drop=1),
        Column("result", wraps=True, least=16),
    )
    rows = [(row.id, row.function, row.place, row.status) for row in others]
    lines = _section("Compiled without a graph", table(columns, rows, width - 2) if rows else [], paint)
    return lines + ([f"  {count(more)} more in the JSON"] if more else [])


def recompile_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """The recompiles: which version, the guard that failed, old and new value, the line that made it, the limit."""
    rows, more = recompile_rows(index)
    columns = (
        Column("version"),
        Column("function", wraps=True, drop=1),
        Column("guard that failed", wraps=True, least=20),
        Column("old -> new", wraps=True),
        Column("line", drop=3),
        Column("count", drop=2),
    )
    cells = [(row.id, row.function, row.guard, change(row, "->"), row.place, row.limit) for row in rows]
    lines = _section("Recompiles", table(columns, cells, width - 2) if cells else [], paint)
    return lines + ([f'  {many(more, "more recompile")} in x.frames["recompiles"]'] if more else [])


def phase_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """Where the compile time went, indented as the phases nest."""
    rows, more = phase_rows(index, share=0.04, limit=16)
    if not rows:
        return []
    unit, cells_of = column([*(row.seconds for row in rows), *(row.own for row in rows)])
    seconds, own = cells_of[: len(rows)], cells_of[len(rows) :]
    cells = [
        (f"{'  ' * min(row.depth, 12)}{row.name}", took, alone, count(row.times), "waiting" if row.waiting else "")
        for row, took, alone in zip(rows, seconds, own, strict=True)
    ]
    columns = (
        Column("phase"),
        Column(unit, right=True),
        Column("own", right=True, drop=3),
        Column("times", right=True, drop=2),
        Column("", drop=1),
    )
    lines = _section("Where the compile time went", _keep_indent(columns, cells, width - 2), paint)
    return lines + ([f"  {many(more, 'shorter phase')} left out"] if more else [])


def _keep_indent(columns: Sequence[Column], cells: Sequence[Sequence[str]], width: int) -> list[str]:
    """A table whose first column is cut, not wrapped: its indent means something."""
    rest = sum(max(len(row[i]) for row in cells) + 6 for i in range(1, len(columns)))
    return table(columns, [(fit(row[0], max(12, width - rest)), *row[1:]) for row in cells], width)


def guard_lines(index: Index, graphs: list[GraphRow], width: int, paint: Paint, *, full: bool) -> list[str]:
    """What must hold for each graph to be used again: how many guards, and each of them with ``full``."""
    tables = guard_tables(index, graphs, limit=2000)
    lines = [line for each in tables for line in _guards(each, width)] if full else _guard_counts(tables, width)
    return _section("Guards", lines, paint)


def _guard_counts(tables: list[GuardTable], width: int) -> list[str]:
    """One line for all graphs with the same counts."""
    graphs: dict[str, list[int]] = {}
    for each in tables:
        noise = sum(times for _, times in each.noise)
        graphs.setdefault(f"{each.total}, {noise} of them on global state", []).append(each.graph.number)
    rows = [
        (f"graph{'s' if len(numbers) > 1 else ''} {ranges(numbers)}:", told)
        for told, numbers in list(graphs.items())[:20]
    ]
    return table((Column("", wraps=True), Column("")), rows, width - 2)[1:] if rows else []


def _guards(each: GuardTable, width: int) -> list[str]:
    columns = (
        Column("kind", drop=3),
        Column("must hold", wraps=True, least=20),
        Column("line", drop=1),
        Column("", drop=2),
    )
    cells = [(row.kind, row.expression, row.place, "failed" if row.failed else "") for row in each.rows]
    lines = [f"graph {each.graph.number}: {many(each.total, 'guard')}"]
    lines += [f"  {line}" for line in table(columns, cells, width - 4)[1:]] if cells else []
    if each.noise:
        kinds = "global state: " + ", ".join(f"{times} {kind}" for kind, times in each.noise)
        lines += [f"  {line}" for line in wrap(kinds, width - 4)]
    return lines


def cache_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """What the caches did."""
    cells = [(name, value, f"graphs {graphs}" if graphs else "") for name, value, graphs in cache_rows(index)[:24]]
    columns = (Column("", wraps=True), Column("", wraps=True, least=20), Column("", drop=1))
    return _section("Caches", table(columns, cells, width - 2)[1:] if cells else [], paint)


def settings_lines(index: Index, width: int, paint: Paint) -> list[str]:
    """Options and environment, flowing."""
    lines: list[str] = []
    for head, rows in (("Options", option_rows(index)), ("Environment", environment_rows(index))):
        told = flow([f"{name}: {value}" for name, value in rows], width - 2, "   ")
        lines += _section(head, told, paint)
    return lines
