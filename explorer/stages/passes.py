"""Inductor's rewrites of a graph as steps: each pattern that was replaced, each value that was known at compile time.

A live capture hears of them (``explorer.rewrite``), without saying in which pass: that is told by the records around.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from explorer.parse.rewrites import REWRITE_LABEL, REWRITE_LABELS, Rewrite, placed
from explorer.parse.units import RANKS, backward_ids, units
from explorer.report import Part, Place, StageRecord, Step, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Trace

LABELS = frozenset({REWRITE_LABEL})

STAGE = "passes"


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile and direction in which something was rewritten.

    A step's attributes: ``pass``, ``pattern``, ``nodes`` and ``targets`` that were replaced, ``made`` instead, what
    the rule ``does`` in torch's words, and the ``value`` of a constant. Its place is torch's rule.
    """
    del texts
    steps: dict[tuple[str, Direction], list[Step]] = defaultdict(list)
    for rewrite in placed(trace.of(*REWRITE_LABELS), backward_ids(units(trace.of(*RANKS)))):
        found = steps[rewrite.key, rewrite.direction]
        found += _steps(rewrite, len(found))
    stages: dict[str, list[StageRecord]] = defaultdict(list)
    for (key, direction), found in steps.items():
        stages[key].append(StageRecord(stage=STAGE, direction=direction, steps=tuple(found)))
    return Part(stages={key: tuple(records) for key, records in stages.items()})


def _steps(rewrite: Rewrite, start: int) -> list[Step]:
    key, where, direction, data = rewrite
    if data["kind"] == "constant":
        found = [(f"{node} is always {value}", [node], {"value": value}) for node, value in data["values"].items()]
    else:
        words = f"{data['pattern']} replaced {', '.join(data['nodes'])}"
        does = (data.get("rule") or {}).get("does")
        more = {"targets": ", ".join(data["targets"]), "made": ", ".join(data.get("made", ())), "does": does}
        found = [(words, data["nodes"], {name: value for name, value in more.items() if value})]
    return [
        Step(
            ref=make_ref(key, direction, STAGE, "step", str(index)),
            name="constant folded" if data["kind"] == "constant" else "pattern replaced",
            index=index,
            changed=True,
            detail=detail,
            place=_place(data.get("rule")),
            refs=tuple(_ref(key, where, direction, node) for node in nodes),
            attributes={"pass": where, "pattern": data["pattern"], "nodes": ", ".join(nodes), **more},
        )
        for index, (detail, nodes, more) in enumerate(found, start)
    ]


def _place(rule: Mapping[str, Any] | None) -> Place | None:
    return Place(file=rule["file"], line=rule["line"]) if rule else None


def _ref(key: str, where: str, direction: Direction, node: str) -> str:
    """The node in the graph that the pass was given."""
    if where == "pre-grad":
        return make_ref(key, "dynamo", "pre_grad", "before_node", node)
    if where == "post-grad":
        return make_ref(key, direction, "post_grad", "before_node", node)
    return make_ref(key, direction, "aot", "node", node)
