"""Inductor's rewrites of a graph as steps: each pattern that was replaced, each value that was known at compile time.

A live capture hears of them (``explorer.rewrite``), without saying in which pass: that is told by the records around.
"""

from __future__ import annotations

from collections import defaultdict

from explorer.parse.units import RANKS, units
from explorer.report import Part, StageRecord, Step, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

LABELS = frozenset({"explorer.rewrite"})

STAGE = "passes"

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


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile and direction in which something was rewritten.

    A step's attributes: ``pass``, ``pattern``, ``nodes`` and ``targets`` that were replaced, ``value`` of a constant.
    """
    del texts
    backward = {
        id(event)
        for found in units(trace.of(*RANKS)).values()
        for unit in found
        if unit.direction == "bwd"
        for event in unit.records.values()
    }
    steps: dict[tuple[str, Direction], list[Step]] = defaultdict(list)
    now: dict[str, tuple[str, Direction]] = {}
    for event in trace.of(*LABELS, *_AT, *_UNIT):
        if event.key is None:
            continue
        if event.label in _UNIT:
            now[event.key] = ("post-grad", "bwd" if id(event) in backward else "fwd")
        elif event.label in _AT:
            now[event.key] = _AT[event.label]
        else:
            where, direction = now.get(event.key, ("pre-grad", "dynamo"))
            of_direction = steps[event.key, direction]
            of_direction += _steps(event, event.key, where, direction, len(of_direction))
    stages: dict[str, list[StageRecord]] = defaultdict(list)
    for (key, direction), found in steps.items():
        stages[key].append(StageRecord(stage=STAGE, direction=direction, steps=tuple(found)))
    return Part(stages={key: tuple(records) for key, records in stages.items()})


def _steps(event: Event, key: str, where: str, direction: Direction, start: int) -> list[Step]:
    data = event.data
    if data["kind"] == "constant":
        found = [(f"{node} is always {value}", [node], {"value": value}) for node, value in data["values"].items()]
    else:
        words = f"{data['pattern']} replaced {', '.join(data['nodes'])}"
        found = [(words, data["nodes"], {"targets": ", ".join(data["targets"])})]
    return [
        Step(
            ref=make_ref(key, direction, STAGE, "step", str(index)),
            name="constant folded" if data["kind"] == "constant" else "pattern replaced",
            index=index,
            changed=True,
            detail=detail,
            refs=tuple(_ref(key, where, direction, node) for node in nodes),
            attributes={"pass": where, "pattern": data["pattern"], "nodes": ", ".join(nodes), **more},
        )
        for index, (detail, nodes, more) in enumerate(found, start)
    ]


def _ref(key: str, where: str, direction: Direction, node: str) -> str:
    """The node in the graph that the pass was given."""
    if where == "pre-grad":
        return make_ref(key, "dynamo", "pre_grad", "before_node", node)
    if where == "post-grad":
        return make_ref(key, direction, "post_grad", "before_node", node)
    return make_ref(key, direction, "aot", "node", node)
