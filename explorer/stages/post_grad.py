"""Inductor's passes on the graphs that AOTAutograd made, forward and backward: each graph before and after them."""

from __future__ import annotations

from collections import defaultdict
from typing import Literal

from explorer.parse.graph_change import Change, read_change, without_identity
from explorer.parse.outcome import Outcome
from explorer.parse.units import RANKS, Unit, last_attempts, units
from explorer.report import Listing, Part, StageRecord, Step, Texts, make_ref
from explorer.tracing.event import Event, Trace

_JOINT = ("before_joint_graph", "after_joint_graph")
_OWN = ("fx_graph_runnable", "before_post_grad_graph", "after_post_grad_graph", "inductor_post_grad_graph")

LABELS = frozenset({*_OWN, *_JOINT})

STAGE = "post_grad"

FROM_CACHE = "from the FX graph cache: source lines may be those of the program that filled it"


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each direction of each compile that handed a graph to a backend."""
    outcome = Outcome(trace.of(*Outcome.LABELS))
    compiled = units(trace.of(*RANKS))
    joint = _joint_steps(trace, texts)
    differentiable = {event.key for event in trace.of("aot_backward_graph")}
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key in dict.fromkeys((*compiled, *outcome.keys)):
        of_key = [unit for unit in compiled.get(key, ()) if unit.compiled]
        forward = [unit for unit in of_key if unit.direction == "fwd"]
        backward = [unit for unit in of_key if unit.direction == "bwd"]
        took = outcome.seconds(key, "post_grad_pass_time_us", backward=bool(backward))
        records = [_record(trace, texts, forward, joint.get(key, ()), took.fwd) if forward else _missing(key, outcome)]
        if backward:
            records.append(_record(trace, texts, backward, (), took.bwd))
        elif forward and key in differentiable:
            reason = "backward() did not run, so the backward graph was not compiled"
            records.append(StageRecord(stage=STAGE, direction="bwd", state="not_reached", reason=reason))
        stages[key] = tuple(records)
    return Part(stages=stages)


def _missing(key: str, outcome: Outcome) -> StageRecord:
    missed = outcome.missing(key, "Inductor is not the backend, so none of its passes ran")
    return StageRecord(stage=STAGE, direction="fwd", state=missed.state, reason=missed.reason)


def _record(
    trace: Trace, texts: Texts, found: list[Unit[Event]], joint: tuple[Step, ...], took: float | None
) -> StageRecord:
    cached = all(unit.cached for unit in found)
    changes = [_read(trace, texts, unit) for unit in found]
    pairs = zip(changes, found, strict=True)
    steps = [
        _step(change, unit, at, took if len(found) == 1 else None)
        for at, (change, unit) in enumerate(pairs, len(joint))
    ]
    return StageRecord(
        stage=STAGE,
        direction=found[0].direction,
        state="cached" if cached else "done",
        reason=FROM_CACHE if cached else None,
        seconds=None if cached else took,
        graphs=tuple(graph for change in changes for graph in change.graphs),
        steps=() if cached else (*joint, *steps),
        listings=tuple(_runnable(texts, unit) for unit in found if unit.text("fx_graph_runnable")),
    )


def _read(trace: Trace, texts: Texts, unit: Unit[Event]) -> Change:
    return read_change(
        unit.text("before_post_grad_graph"),
        unit.text("inductor_post_grad_graph", "after_post_grad_graph"),
        key=unit.key,
        direction=unit.direction,
        stage=STAGE,
        texts=texts,
        place=trace.place,
        prefix=unit.prefix,
    )


def _step(change: Change, unit: Unit[Event], index: int, took: float | None) -> Step:
    return Step(
        ref=make_ref(unit.key, unit.direction, STAGE, "step", str(index)),
        name="post-grad passes",
        index=index,
        before=change.before[0].text if change.before else None,
        after=change.after[0].text if change.after else None,
        changed=change.changed,
        seconds=took,
    )


def _runnable(texts: Texts, unit: Unit[Event]) -> Listing:
    """The program that torch writes to compile this graph alone."""
    name = f"{unit.prefix}runnable"
    return Listing(
        ref=make_ref(unit.key, unit.direction, STAGE, "listing", name),
        name=name,
        language="python",
        text=texts.add(unit.text("fx_graph_runnable") or ""),
    )


def _joint_steps(trace: Trace, texts: Texts) -> dict[str, tuple[Step, ...]]:
    """The passes on the joint graph, which torch prints only for a graph without gradients."""
    printed: dict[str, dict[Literal["before", "after"] | str, str]] = defaultdict(dict)
    for event in last_attempts(trace.of(*_JOINT)):
        if event.key is not None and event.payload is not None:
            printed[event.key].setdefault(event.label.split("_")[0], without_identity(event.payload))
    return {
        key: (
            Step(
                ref=make_ref(key, "fwd", STAGE, "step", "0"),
                name="joint-graph passes",
                index=0,
                before=texts.add(text["before"]) if "before" in text else None,
                after=texts.add(text["after"]) if "after" in text else None,
                changed=text["before"] != text["after"] if len(text) == 2 else None,
            ),
        )
        for key, text in printed.items()
    }
