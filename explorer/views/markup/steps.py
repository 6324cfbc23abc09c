"""Dynamo's steps in the static HTML: the moments at which the run does not simply go on. The viewer shows them all."""

from __future__ import annotations

from explorer.views.markup.blocks import Room, fold, note, table
from explorer.views.markup.look import Look
from explorer.views.markup.tags import esc
from explorer.views.outline.index import Index
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
