"""Inductor's passes as steps: each pattern that was replaced, each constant, and with ``steps=True`` each whole pass.

A live capture hears of them (``explorer.rewrite``, ``explorer.pass``), without saying in which group of passes: that is
told by the records around.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.parse.graph_change import without_identity
from explorer.parse.pass_gaps import PRINTED, with_gaps
from explorer.parse.rewrites import PASS_LABEL, REWRITE_LABEL, REWRITE_LABELS, Rewrite
from explorer.parse.units import RANKS, backward_ids, units
from explorer.report import Part, Place, StageRecord, Step, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Trace

LABELS = frozenset({REWRITE_LABEL, PASS_LABEL})

STAGE = "passes"

UNREPORTED = "not reported as a pass"
"""The name of a change that torch makes between two passes."""


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile and direction in which something was rewritten.

    A step's attributes: ``pass``, ``pattern``, ``nodes`` and ``targets`` that were replaced, ``made`` instead, what
    the rule ``does`` in torch's words, and the ``value`` of a constant. Its place is torch's rule.

    A whole pass is named as torch names it, stands before what it rewrote, and has the graphs ``before`` and ``after``
    it, the same text where nothing ``changed``. Its attributes: ``pass``, ``function`` (of the rule), ``called_at``,
    ``nodes_before``, ``nodes_after``, ``does``. One named :data:`UNREPORTED` was found by comparing the graphs.
    """
    found: dict[tuple[str, Direction], list[Rewrite]] = defaultdict(list)
    backward = backward_ids(units(trace.of(*RANKS)))
    for rewrite in with_gaps(trace.of(*REWRITE_LABELS, *PRINTED, PASS_LABEL), backward):
        found[rewrite.key, rewrite.direction].append(rewrite)
    stages: dict[str, list[StageRecord]] = defaultdict(list)
    for (key, direction), rewrites in found.items():
        steps: list[Step] = []
        for rewrite in _ordered(rewrites):
            whole = rewrite.data["kind"] == "pass"
            steps += [_pass(rewrite, len(steps), texts)] if whole else _steps(rewrite, len(steps))
        stages[key].append(StageRecord(stage=STAGE, direction=direction, steps=tuple(steps)))
    return Part(stages={key: tuple(records) for key, records in stages.items()})


def _ordered(rewrites: list[Rewrite]) -> Iterator[Rewrite]:
    """Each pass before what it rewrote, which was heard of before the pass ended."""
    inside: list[Rewrite] = []
    for rewrite in rewrites:
        inside.append(rewrite)
        if rewrite.data["kind"] == "pass":
            yield from (inside.pop(), *inside)
            inside = []
    yield from inside


def _pass(rewrite: Rewrite, index: int, texts: Texts) -> Step:
    key, where, direction, data = rewrite
    before = texts.add(without_identity(data["before"]))
    after = before if data["after"] is None else texts.add(without_identity(data["after"]))
    called = data.get("called")
    facts = {
        "pass": where,
        "function": data.get("function"),
        "called_at": f"{called[0]}:{called[1]}" if called else None,
        "nodes_before": data["nodes_before"],
        "nodes_after": data["nodes_after"],
        "does": data.get("does"),
    }
    rule = data.get("rule")
    return Step(
        ref=make_ref(key, direction, STAGE, "step", str(index)),
        name=data["name"] or UNREPORTED,
        index=index,
        place=Place(file=rule[0], line=rule[1], function=data.get("function")) if rule else None,
        before=before,
        after=after,
        changed=before != after,
        detail=_counted(data["nodes_before"], data["nodes_after"]) if before != after else "changed nothing",
        seconds=data["seconds"],
        attributes={name: value for name, value in facts.items() if value is not None},
    )


def _counted(before: int | None, after: int | None) -> str:
    if before is None or after is None:
        return "found by comparing the graphs"
    return f"{before} nodes became {after}" if before != after else f"{before} nodes, some of them others"


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
