"""The compiler's steps in the static HTML: Dynamo's breaks and restarts, what runs now, the passes of Inductor."""

from __future__ import annotations

from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
from explorer.views.outline.passes import pass_rows
from explorer.views.outline.runs import run_rows
from explorer.views.outline.steps import MOMENTS, Followed, followed, moments, span


def dynamo_steps_html(index: Index, look: Look, room: Room) -> str:
    """The compiles that were followed, each with its breaks, restarts and ends of graphs, in a fold."""
    found = followed(index)
    most = room.limits.rows
    body = "".join(_followed(index, each, look, most) for each in found[:most])
    return fold(look, "Dynamo, step by step", body) if found else ""


def _followed(index: Index, each: Followed, look: Look, most: int) -> str:
    steps = moments(each)
    cells = [
        (str(step.index), esc(span(index, step.place)), esc(MOMENTS[step.name]), esc(step.detail or ""))
        for step in steps[:most]
    ]
    body = table(look, ("step", "at", "moment", "why"), cells, right=(0,)) if cells else ""
    more = note(look, f"{len(steps) - most} more in the JSON") if len(steps) > most else ""
    return fold(look, each.title, body + more, inner=True)


def runs_html(index: Index, look: Look, room: Room) -> str:
    """What runs in place of each compiled function, a sentence each, in a fold."""
    rows = run_rows(index)
    most = room.limits.rows
    cells = [(esc(row.compilation.key), esc(row.function), esc(row.words)) for row in rows[:most]]
    body = table(look, ("compile", "function", "what runs now"), cells) if cells else ""
    more = note(look, f"{len(rows) - most} more in the JSON") if len(rows) > most else ""
    return fold(look, "What runs now", body + more) if body else ""


def passes_html(index: Index, look: Look, room: Room) -> str:
    """The passes of Inductor that changed a graph, and how many did not, in a fold."""
    rows = pass_rows(index)
    changed = [row for row in rows if row.step.changed]
    most = room.limits.rows
    cells = [
        (
            str(row.graph or row.compilation.key), esc(row.where), f"<code>{esc(row.name)}</code>",
            esc(row.nodes), esc(row.rule),
        )
        for row in changed[:most]
    ]  # fmt: skip
    body = table(look, ("graph", "passes", "name", "nodes", "rule in torch"), cells) if cells else ""
    left = note(look, f"{len(rows) - len(changed)} passes changed nothing")
    more = note(look, f"{len(changed) - most} more in the JSON") if len(changed) > most else ""
    return fold(look, "Passes of Inductor", body + more + left) if rows else ""
