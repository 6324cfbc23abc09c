"""Inductor's passes on Dynamo's graph, before autograd: the graph before and after them."""

from __future__ import annotations

from collections import defaultdict

from explorer.parse.graph_change import Change, read_change
from explorer.parse.outcome import Outcome
from explorer.parse.units import AOT_HIT, RANKS, last_attempts
from explorer.report import Part, StageRecord, Step, Texts, make_ref
from explorer.tracing.event import Event, Trace

LABELS = frozenset({"before_pre_grad_graph", "after_pre_grad_graph"})

STAGE = "pre_grad"

NOT_INDUCTOR = "Inductor is not the backend, so none of its passes ran"
UNPRINTED = "this torch does not print the graphs of this stage"


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile that handed a graph to a backend. Several pairs of graphs are those of DDP's splits."""
    outcome = Outcome(trace.of(*Outcome.LABELS))
    hits = {event.key for event in trace.of(AOT_HIT)}
    inductor = {event.key for event in trace.of(*RANKS)}
    pairs = _pairs(trace)
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key in dict.fromkeys((*pairs, *outcome.keys)):
        made = [_read(trace, texts, key, index, pair) for index, pair in enumerate(pairs.get(key, ()))]
        if made:
            took = outcome.seconds(key, "pre_grad_pass_time_us").fwd
            stages[key] = (_record(key, made, took),)
        elif key in hits:
            reason = "AOTAutograd's cache had the compiled code, so no pass ran"
            stages[key] = (StageRecord(stage=STAGE, direction="dynamo", state="cached", reason=reason),)
        else:
            missed = outcome.missing(key, UNPRINTED if key in inductor else NOT_INDUCTOR)
            stages[key] = (StageRecord(stage=STAGE, direction="dynamo", state=missed.state, reason=missed.reason),)
    return Part(stages=stages)


def _pairs(trace: Trace) -> dict[str, list[dict[str, Event]]]:
    """The records before and after, by compile key. A record that its pair already has starts the next pair."""
    pairs: dict[str, list[dict[str, Event]]] = defaultdict(list)
    for event in last_attempts(trace.of(*LABELS)):
        if event.key is None:
            continue
        of_key = pairs[event.key]
        if not of_key or event.label in of_key[-1]:
            of_key.append({})
        of_key[-1][event.label] = event
    return pairs


def _read(trace: Trace, texts: Texts, key: str, index: int, pair: dict[str, Event]) -> Change:
    before, after = (pair[label].payload if label in pair else None for label in sorted(LABELS, reverse=True))
    return read_change(
        before,
        after,
        key=key,
        direction="dynamo",
        stage=STAGE,
        texts=texts,
        place=trace.place,
        prefix=f"{index}." if index else "",
    )


def _record(key: str, made: list[Change], took: float | None) -> StageRecord:
    steps = (
        Step(
            ref=make_ref(key, "dynamo", STAGE, "step", str(index)),
            name="pre-grad passes",
            index=index,
            before=change.before[0].text if change.before else None,
            after=change.after[0].text if change.after else None,
            changed=change.changed,
            seconds=took if len(made) == 1 else None,
        )
        for index, change in enumerate(made)
    )
    graphs = tuple(graph for change in made for graph in change.graphs)
    return StageRecord(stage=STAGE, direction="dynamo", seconds=took, graphs=graphs, steps=tuple(steps))
