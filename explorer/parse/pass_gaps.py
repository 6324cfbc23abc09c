"""Changes of a graph that torch reports as no pass: found where a printed graph differs from what the passes saw."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from explorer.parse.graph_change import without_identity
from explorer.parse.recorded import Recorded
from explorer.parse.rewrites import REWRITE_LABELS, Rewrite, placed
from explorer.report.ref import Direction

_BEFORE = {
    "before_pre_grad_graph": "pre-grad",
    "before_joint_graph": "joint graph",
    "before_post_grad_graph": "post-grad",
}
_AFTER = {
    "after_pre_grad_graph": "pre-grad",
    "after_joint_graph": "joint graph",
    "inductor_post_grad_graph": "post-grad",
    "after_post_grad_graph": "post-grad",
}
PRINTED = tuple(label for label in (*_BEFORE, *_AFTER) if label not in REWRITE_LABELS)
"""The labels that :func:`with_gaps` reads beside those of :func:`~explorer.parse.rewrites.placed`."""

Group = tuple[str, str, Direction]


def with_gaps(events: Iterable[Recorded], backward: set[int]) -> Iterator[Rewrite]:
    """What :func:`~explorer.parse.rewrites.placed` gives, with the changes before the first and after the last pass.

    They are told only where torch printed one graph before and one after the group of passes, and passes were heard of.
    """
    events = list(events)
    groups: dict[Group, list[Rewrite]] = defaultdict(list)
    for rewrite in placed(events, backward):
        groups[rewrite.key, rewrite.where, rewrite.direction].append(rewrite)
    before, after = _printed(events, backward, _BEFORE), _printed(events, backward, _AFTER)
    for group, rewrites in groups.items():
        passes = [rewrite.data for rewrite in rewrites if rewrite.data["kind"] == "pass"]
        if passes and len(before[group]) == 1:
            first = passes[0]
            yield from _gap(group, before[group][0], first["before"])
        yield from rewrites
        if passes and len(after[group]) == 1:
            last = passes[-1]
            yield from _gap(group, last["after"] or last["before"], after[group][0])


def _printed(events: Iterable[Recorded], backward: set[int], labels: dict[str, str]) -> dict[Group, list[str]]:
    found: dict[Group, list[str]] = defaultdict(list)
    for event in events:
        where = labels.get(event.label)
        if where is not None and event.key is not None and event.payload is not None:
            direction: Direction = "dynamo" if where == "pre-grad" else "bwd" if id(event) in backward else "fwd"
            found[event.key, where, direction].append(event.payload)
    return found


def _gap(group: Group, one: str, other: str) -> Iterator[Rewrite]:
    """A pass without a name, when the texts differ."""
    one, other = without_identity(one), without_identity(other)
    if one == other:
        return
    key, where, direction = group
    data: dict[str, Any] = {"kind": "pass", "name": None, "before": one, "after": other, "seconds": None}
    yield Rewrite(key, where, direction, data | {"nodes_before": None, "nodes_after": None})
