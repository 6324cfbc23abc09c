"""Inductor's rewrites of graphs (``explorer.rewrite``): in which pass each happened, and what a new node stands for.

A live capture hears of a rewrite without its pass: that is told by torch's records around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from explorer.parse.recorded import Recorded
from explorer.report.ref import Direction

REWRITE_LABEL = "explorer.rewrite"
PASS_LABEL = "explorer.pass"

_AT: dict[str, tuple[str, Direction]] = {
    "before_pre_grad_graph": ("pre-grad", "dynamo"),
    "after_pre_grad_graph": ("autograd", "joint"),
    "dynamo_output_graph": ("pre-grad", "dynamo"),
    "aot_joint_graph": ("joint graph", "joint"),
    "aot_inference_graph": ("joint graph", "fwd"),
    "before_joint_graph": ("joint graph", "fwd"),
    "aot_backward_graph": ("post-grad", "fwd"),
}
"""The pass that runs after each record, and the direction of the graph that it rewrites."""

_UNIT = ("fx_graph_runnable", "before_post_grad_graph")

REWRITE_LABELS = (REWRITE_LABEL, *_AT, *_UNIT)
"""The labels of the events that :func:`placed` reads; :data:`PASS_LABEL` may be added."""


class Rewrite(NamedTuple):
    """A rewrite: ``where`` is the pass (``pre-grad``, ``joint graph``, ``post-grad``), ``data`` what was heard."""

    key: str
    where: str
    direction: Direction
    data: Mapping[str, Any]


def placed(events: Iterable[Recorded], backward: set[int]) -> Iterator[Rewrite]:
    """The rewrites (and whole passes, of kind ``pass``) among ``events``, in order.

    ``backward`` are the ids of the events that belong to a backward.
    """
    now: dict[str, tuple[str, Direction]] = {}
    for event in events:
        if event.key is None:
            continue
        if event.label in _UNIT:
            now[event.key] = ("post-grad", "bwd" if id(event) in backward else "fwd")
        elif event.label in _AT:
            now[event.key] = _AT[event.label]
        elif event.label in (REWRITE_LABEL, PASS_LABEL):
            where, direction = now.get(event.key, ("pre-grad", "dynamo"))
            yield Rewrite(event.key, where, direction, event.data)


def stands_for(rewrites: Iterable[Rewrite]) -> dict[str, tuple[str, ...]]:
    """The nodes that each new node replaced, by name; what was replaced twice is followed to the first ones."""
    found: dict[str, tuple[str, ...]] = {}
    for rewrite in rewrites:
        replaced = dict.fromkeys(old for name in rewrite.data["nodes"] for old in found.get(name, (name,)))
        for name in rewrite.data.get("made", ()):
            found[name] = tuple(replaced)
    return found
