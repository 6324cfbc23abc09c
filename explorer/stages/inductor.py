"""Inductor's scheduler: its nodes before and after fusion, what was fused and why other pairs were not, the buffers.

torch does not trace these decisions; they are known of a live capture (``explorer.scheduled``). A log tells the
buffers, from the generated code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from explorer.parse.buffers import Buffer, peak_bytes, read_buffers
from explorer.parse.launches import LAUNCH_LABEL, Launches
from explorer.parse.outcome import Outcome
from explorer.parse.output_code import read_output_code
from explorer.parse.schedule import STAGE, Schedule
from explorer.parse.units import RANKS, Unit, units
from explorer.report import Graph, Link, Metric, Node, Part, StageRecord, Step, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

LABELS = frozenset({"explorer.scheduled", "explorer.ir"})

NOT_TOLD = "torch does not trace what it fused: only a live capture knows it"
FROM_CACHE = "from the FX graph cache: nothing was scheduled"
NOT_INDUCTOR = "Inductor is not the backend, so nothing was fused"


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each direction of each compile that handed a graph to a backend."""
    outcome = Outcome(trace.of(*Outcome.LABELS))
    compiled = units(trace.of(*RANKS))
    launches = Launches(trace.of(LAUNCH_LABEL))
    scheduled = _scheduled(trace)
    stages: dict[str, tuple[StageRecord, ...]] = {}
    links: list[Link] = []
    for key in dict.fromkeys((*compiled, *outcome.keys)):
        records: list[StageRecord] = []
        directions: tuple[Direction, ...] = ("fwd", "bwd")
        for direction in directions:
            found = [unit for unit in compiled.get(key, ()) if unit.compiled and unit.direction == direction]
            if not found:
                continue
            made = _Made(trace, texts, found, scheduled[key, direction], launches)
            records.append(made.record())
            links += made.links()
        if not records:
            missed = outcome.missing(key, NOT_INDUCTOR)
            records = [StageRecord(stage=STAGE, direction="fwd", state=missed.state, reason=missed.reason)]
        stages[key] = tuple(records)
    return Part(stages=stages, links=tuple(links))


def _by_direction(trace: Trace, label: str) -> dict[tuple[str, str], list[Event]]:
    found: dict[tuple[str, str], list[Event]] = defaultdict(list)
    for event in trace.of(label):
        if event.key is not None:
            found[event.key, "bwd" if event.data["backward"] else "fwd"].append(event)
    return found


class _Scheduled(NamedTuple):
    """One graph that was scheduled: what happened, and the texts of its nodes before and after."""

    event: Event
    texts: tuple[str, ...]


def _scheduled(trace: Trace) -> dict[tuple[str, str], list[list[_Scheduled]]]:
    """By compile and direction the graphs in order, each with those inside it (the branches of ``cond``) after it."""
    printed = _by_direction(trace, "explorer.ir")
    found: dict[tuple[str, str], list[list[_Scheduled]]] = defaultdict(list)
    for at, events in _by_direction(trace, "explorer.scheduled").items():
        texts = [event.payload or "" for event in printed[at]]
        for number, event in enumerate(events):
            if not event.data.get("within") or not found[at]:
                found[at].append([])
            found[at][-1].append(_Scheduled(event, tuple(texts[2 * number : 2 * number + 2])))
    return found


class _Made:
    """One direction of one compile: the schedule of each of its graphs, where it is known."""

    def __init__(
        self,
        trace: Trace,
        texts: Texts,
        found: list[Unit[Event]],
        told: list[list[_Scheduled]],
        launches: Launches,
    ) -> None:
        self._texts, self._found, self._launches = texts, found, launches
        self._key, self._direction = found[0].key, found[0].direction
        # a graph that Dynamo gave up was scheduled too: the last ones count
        told = told[-len(found) :] if len(told) >= len(found) else []
        self._schedules: list[tuple[Unit[Event], Schedule, tuple[str, ...]]] = [
            (
                unit,
                Schedule(
                    each.event.data, key=unit.key, direction=unit.direction, prefix=unit.prefix, place=trace.place
                ),
                each.texts,
            )
            for unit, inside in zip(found, told, strict=False)
            for each in inside
        ]

    def record(self) -> StageRecord:
        """The record; without a schedule it holds the buffers alone."""
        cached = all(unit.cached for unit in self._found)
        graphs = [graph for _, schedule, texts in self._schedules for graph in self._drawn(schedule, texts)]
        graphs += [graph for unit in self._found for graph in self._buffers(unit)]
        missing = None if self._schedules else FROM_CACHE if cached else NOT_TOLD
        return StageRecord(
            stage=STAGE,
            direction=self._direction,
            state="done" if self._schedules else "cached" if cached else "absent",
            reason=missing,
            graphs=tuple(graphs),
            steps=tuple(self._steps()),
            metrics=tuple(self._metrics()),
        )

    def _drawn(self, schedule: Schedule, texts: tuple[str, ...]) -> Iterator[Graph]:
        drawn = (schedule.before(), schedule.after())
        for at, graph in enumerate(drawn):
            yield replace(graph, text=self._texts.add(texts[at])) if at < len(texts) else graph

    def links(self) -> Iterator[Link]:
        """From post-grad nodes through the scheduler's nodes to the kernel calls."""
        for unit, schedule, _ in self._schedules:
            yield from schedule.links()
            code = read_output_code(unit.text("inductor_output_code") or "")
            yield from schedule.calls(self._launches.of(unit.key, unit.direction, code))

    def _steps(self) -> Iterator[Step]:
        """For each graph its nodes before and after, then each decision on the way."""
        index = 0
        for _, schedule, texts in self._schedules:
            pair = [self._texts.add(text) for text in texts]
            counts = schedule.counts()
            yield Step(
                ref=schedule.ref("step", str(index)),
                name="fusion",
                index=index,
                before=pair[0] if len(pair) == 2 else None,
                after=pair[1] if len(pair) == 2 else None,
                changed=pair[0] != pair[1] if len(pair) == 2 else None,
                detail=f"{counts['nodes_before_fusion']} nodes became {counts['nodes_after_fusion']}",
            )
            for step in schedule.steps(index + 1):
                yield step
                index = step.index
            index += 1

    def _metrics(self) -> Iterator[Metric]:
        counts = [schedule.counts() for _, schedule, _ in self._schedules]
        for name in counts[0] if counts else ():
            yield self._metric(name, sum(each[name] for each in counts), "count")
        found = [buffer for unit in self._found for buffer in read_buffers(unit.text("inductor_output_code") or "")]
        if found and len(self._found) == 1:
            yield self._metric("buffers", len(found), "count")
            yield self._metric("buffers_reused", sum(buffer.takes is not None for buffer in found), "count")
            yield self._metric("peak_buffer_bytes", peak_bytes(found), "bytes")

    def _metric(self, name: str, value: int | None, unit: str) -> Metric:
        ref = make_ref(self._key, self._direction, STAGE, "metric", name)
        return Metric(ref=ref, name=name, value=value, unit=unit)

    def _buffers(self, unit: Unit[Event]) -> Iterator[Graph]:
        """The buffers as a graph: what takes over another's memory has that one as its input."""
        code = unit.text("inductor_output_code") or ""
        found = read_buffers(code)
        if not found:
            return
        nodes = tuple(_buffer_node(unit, buffer, {each.name for each in found}) for buffer in found)
        graph = make_ref(unit.key, unit.direction, STAGE, "graph", f"{unit.prefix}buffers")
        yield Graph(ref=graph, name=f"{unit.prefix}buffers", nodes=nodes, text=self._texts.add(code))


def _buffer_node(unit: Unit[Event], buffer: Buffer, known: set[str]) -> Node:
    """Attributes: ``bytes``, ``takes`` (whose memory it takes over), ``from_line`` and ``to_line`` of the module."""
    facts = {"bytes": buffer.bytes, "takes": buffer.takes, "from_line": buffer.line, "to_line": buffer.freed}
    return Node(
        ref=_buffer_ref(unit, buffer.name),
        name=unit.prefix + buffer.name,
        op="call_function",
        target="reuse" if buffer.takes else "allocate",
        inputs=(_buffer_ref(unit, buffer.takes),) if buffer.takes in known and buffer.takes else (),
        specs=(buffer.spec,),
        line=buffer.line,
        attributes={name: value for name, value in facts.items() if value is not None},
    )


def _buffer_ref(unit: Unit[Event], name: str) -> str:
    return make_ref(unit.key, unit.direction, STAGE, "buffer", unit.prefix + name)
