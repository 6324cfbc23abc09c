"""The tables of the HTML: graphs, recompiles, guards, phases, caches, settings."""

from __future__ import annotations

from explorer.views.format import column, count, many
from explorer.views.markup.blocks import Room, fold, head, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import NBSP, esc
from explorer.views.outline.graphs import GraphRow, other_compiles
from explorer.views.outline.guards import GuardTable, guard_tables
from explorer.views.outline.index import Index
from explorer.views.outline.phases import phase_rows
from explorer.views.outline.recompiles import change, recompile_rows
from explorer.views.outline.settings import cache_rows, environment_rows, option_rows


def graphs_html(index: Index, graphs: list[GraphRow], look: Look, room: Room) -> str:
    """The graphs, one row each, then the compiles that made none."""
    rows = graphs[: room.limits.rows]
    unit, seconds = column([row.seconds for row in rows])
    heads = ("graph", "id", "function", "lines", "ops", "kernels", "extern", "guards", f"compile {unit}", "why")
    cells = [
        (
            f"<span{look.hue('chip', row.number)}>{row.number}</span>",
            esc(row.id), f"<code>{esc(row.function)}</code>",
            f"<span{look.at('nowrap')}>{esc(row.lines.replace('-', '–'))}</span>",
            count(row.ops), count(row.kernels), count(row.extern), count(row.guards), took, esc(row.why),
        )
        for row, took in zip(rows, seconds, strict=True)
    ]  # fmt: skip
    told = table(look, heads, cells, right=range(4, 9)) if cells else note(look, "There is none.")
    return head(look, "Graphs") + told + _left(look, len(graphs) - len(rows), "graph") + _others(index, look, room)


def _others(index: Index, look: Look, room: Room) -> str:
    rows, more = other_compiles(index, limit=room.limits.rows)
    cells = [(esc(row.id), f"<code>{esc(row.function)}</code>", esc(row.place), esc(row.status)) for row in rows]
    told = table(look, ("id", "compiled without a graph", "at", "result"), cells) if cells else ""
    return told + _left(look, more, "compile")


def recompiles_html(index: Index, look: Look, room: Room) -> str:
    """The recompiles: version, guard, old and new value, line, how far the limit is."""
    rows, more = recompile_rows(index, limit=room.limits.rows)
    cells = [
        (
            esc(row.id), f"<code>{esc(row.function)}</code>", "" if row.call is None else count(row.call),
            f"<code>{esc(row.guard)}</code>", esc(change(row, "→")),
            esc(row.place), esc(row.limit),
        )
        for row in rows
    ]  # fmt: skip
    heads = ("version", "function", "call", "guard that failed", "old → new", "line", "count")
    return head(look, "Recompiles") + table(look, heads, cells) + _left(look, more, "recompile") if rows else ""


def guards_html(index: Index, graphs: list[GraphRow], look: Look, room: Room) -> str:
    """What must hold for each graph to be used again, in a fold."""
    tables = guard_tables(index, graphs[: room.limits.rows], limit=room.limits.rows)
    total = sum(each.total for each in tables)
    body = "".join(fold(look, _guard_title(each), _guards(each, look), inner=True) for each in tables)
    return fold(look, f"Guards, {count(total)}", body) if tables else ""


def _guard_title(each: GuardTable) -> str:
    return f"Graph {each.graph.number}, {each.graph.function}: {many(each.total, 'guard')}"


def _guards(each: GuardTable, look: Look) -> str:
    cells = [
        (esc(row.kind), f"<code>{esc(row.expression)}</code>", esc(row.place), "<b>failed</b>" if row.failed else "")
        for row in each.rows
    ]
    told = table(look, ("kind", "must hold", "because of", ""), cells) if cells else ""
    noise = ", ".join(f"{count(times)} {kind}" for kind, times in each.noise)
    rest = note(look, f"Global state that rarely changes: {noise}") if noise else ""
    return told + _left(look, each.left_out, "guard") + rest


def phases_html(index: Index, look: Look, room: Room) -> str:
    """Where the compile time went: phases inside phases, in one unit."""
    rows, more = phase_rows(index, limit=room.limits.rows)
    if not rows:
        return ""
    unit, told = column([*(row.seconds for row in rows), *(row.own for row in rows)])
    seconds, own = told[: len(rows)], told[len(rows) :]
    cells = [
        (NBSP * 4 * min(row.depth, 12) + esc(row.name), took, alone, count(row.times), "waiting" if row.waiting else "")
        for row, took, alone in zip(rows, seconds, own, strict=True)
    ]
    body = table(look, ("phase", unit, "own", "times", ""), cells, right=(1, 2, 3)) + _left(look, more, "shorter phase")
    return fold(look, "Where the compile time went", body)


def settings_html(index: Index, look: Look) -> str:
    """Caches, options and environment, each in a fold."""
    caches = [tuple(map(esc, row)) for row in cache_rows(index)]
    made = fold(look, "Caches", table(look, ("what", "", "graphs"), caches)) if caches else ""
    rows = [("options", name, value) for name, value in option_rows(index)]
    rows += [("environment", name, value) for name, value in environment_rows(index)]
    cells = [(esc(kind), esc(name), esc(value)) for kind, name, value in rows]
    return made + fold(look, "Environment and options", table(look, ("", "", ""), cells))


def _left(look: Look, number: int, noun: str) -> str:
    return note(look, f"{many(number, f'more {noun}')} in the JSON") if number > 0 else ""
