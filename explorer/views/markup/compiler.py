"""What the compiler did inside, in HTML: what is kept, made again, changed in place, fused, rewritten."""

from __future__ import annotations

from explorer.views.format import count, many, size
from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.decompositions import decomposition_rows
from explorer.views.outline.fusion import Fusion, fusions, rewrite_rows
from explorer.views.outline.index import Index
from explorer.views.outline.metrics import metric_rows
from explorer.views.outline.saved import Cut, aliasing_rows, cuts


def saved_html(index: Index, look: Look, room: Room) -> str:
    """What each forward keeps for its backward and what the backward makes again, in a fold."""
    found = cuts(index)
    body = "".join(_cut(cut, look, room.limits.rows) for cut in found[: room.limits.rows])
    return fold(look, "Kept for the backward", body) if found else ""


def _cut(cut: Cut, look: Look, most: int) -> str:
    name = f"Graph {cut.graph}" if cut.graph else cut.key
    title = (
        f"{name}: {size(cut.total)} in {many(len(cut.rows), 'tensor')}, {size(cut.activations)} of it activations; "
        f"{many(len(cut.again), 'node')} made again"
    )
    cells = [
        (
            f"<code>{esc(row.name)}</code>", esc(row.kept_as), size(row.bytes), esc(row.makes), esc(row.place),
            f"<code>{esc(row.made_by)}</code>{' (returned)' * row.output}" if row.made_by else "",
        )
        for row in cut.rows[:most]
    ]  # fmt: skip
    told = table(look, ("tensor", "kept as", "size", "makes", "line", "made by"), cells, right=(2,)) if cells else ""
    rows = [
        (f"<code>{esc(row.name)}</code>", f"<code>{esc(row.target)}</code>", esc(row.place), esc(row.why))
        for row in cut.again[:most]
    ]
    again = table(look, ("made again", "op", "line", "why"), rows) if rows else ""
    return fold(look, title, told + _more(look, len(cut.rows) - most) + again + _more(look, len(cut.again) - most),
                inner=True)  # fmt: skip


def aliasing_html(index: Index, look: Look, room: Room) -> str:
    """What the program changes in place and what it returns views of, in a fold."""
    rows = aliasing_rows(index)
    most = room.limits.rows
    cells = [(f"graph {graph}" if graph else "", esc(text)) for graph, text in rows[:most]]
    body = table(look, ("", ""), cells) + _more(look, len(rows) - most) if cells else ""
    return fold(look, "Changed in place, returned as views", body) if body else ""


def _more(look: Look, number: int) -> str:
    return note(look, f"{many(number, 'more row')} in the JSON") if number > 0 else ""


def fusion_html(index: Index, look: Look, room: Room) -> str:
    """What Inductor fused, why other pairs stayed apart, and what it rewrote, in a fold."""
    most = room.limits.rows
    body = "".join(_fusion(each, look, most) for each in fusions(index)[:most])
    rows = [tuple(map(esc, row)) for row in rewrite_rows(index)]
    heads = ("graph", "pass", "rewritten", "lines")
    body += table(look, heads, rows[:most]) + _more(look, len(rows) - most) if rows else ""
    return fold(look, "What Inductor fused", body) if body else ""


def _fusion(fusion: Fusion, look: Look, most: int) -> str:
    cells = [
        (
            f"<code>{esc(row.name)}</code>", esc(row.kind), count(row.fuses), size(row.moved), esc(row.lines),
            f"<code>{esc(row.kernel)}</code>" if row.kernel else "",
        )
        for row in fusion.groups[:most]
    ]  # fmt: skip
    groups = table(look, ("group", "kind", "fuses", "moves", "lines", "kernel"), cells, right=(2, 3))
    rows = [(esc(row.reason), count(row.pairs), f"<code>{esc(row.example)}</code>") for row in fusion.apart[:most]]
    apart = table(look, ("not fused because", "pairs", "for example"), rows, right=(1,)) if rows else ""
    return fold(look, fusion.title, groups + _more(look, len(fusion.groups) - most) + apart, inner=True)


def decompositions_html(index: Index, look: Look, room: Room) -> str:
    """Which operator of the program became which ATen and primitive operators, in a fold."""
    found = decomposition_rows(index)
    most = room.limits.rows
    cells = [
        (
            "" if row.graph is None else str(row.graph),
            f"<code>{esc(row.operator)}</code>{' made functional' * row.functional}", esc(row.place),
            esc(", ".join(row.aten)), esc(", ".join(row.becomes)), esc(", ".join(row.gradient)),
        )
        for row in found[:most]
    ]  # fmt: skip
    heads = ("graph", "operator", "line", "calls", "becomes", "gradient")
    body = table(look, heads, cells) + _more(look, len(found) - most) if cells else ""
    return fold(look, "What each operator became", body) if body else ""


def metrics_html(index: Index, look: Look, room: Room) -> str:
    """torch's compilation metrics that are not zero, in a fold."""
    cells = [tuple(map(esc, row)) for row in metric_rows(index)]
    most = room.limits.rows
    body = table(look, ("metric", "value", "graph"), cells[:most], right=(1,)) if cells else ""
    return fold(look, "Compilation metrics", body + _more(look, len(cells) - most)) if body else ""
