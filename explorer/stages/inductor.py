"""Inductor's scheduler: its nodes before and after fusion, what was fused and why other pairs were not, the buffers.

torch does not trace these decisions; they are known of a live capture (``explorer.scheduled``). A log tells the
buffers, from the generated code.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

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
    scheduled = _by_direction(trace, "explorer.scheduled")
    printed = _by_direction(trace, "explorer.ir")
    stages: dict[str, tuple[StageRecord, ...]] = {}
    links: list[Link] = []
    for key in dict.fromkeys((*compiled, *outcome.keys)):
        records: list[StageRecord] = []
        directions: tuple[Direction, ...] = ("fwd", "bwd")
        for direction in directions:
            found = [unit for unit in compiled.get(key, ()) if unit.compiled and unit.direction == direction]
            if not found:
                continue
            made = _Made(trace, texts, found, scheduled[key, direction], printed[key, direction], launches)
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


class _Made:
    """One direction of one compile: the schedule of each of its graphs, where it is known."""

    def __init__(
        self,
        trace: Trace,
        texts: Texts,
        found: list[Unit[Event]],
        told: list[Event],
        printed: list[Event],
        launches: Launches,
    ) -> None:
        self._texts, self._found, self._printed, self._launches = texts, found, printed, launches
        self._key, self._direction = found[0].key, found[0].direction
        # a graph that Dynamo gave up was scheduled too: the last ones count
        told = told[-len(found) :] if len(told) >= len(found) else []
        self._schedules = [
            Schedule(event.data, key=unit.key, direction=unit.direction, prefix=unit.prefix, place=trace.place)
            for unit, event in zip(found, told, strict=False)
        ]

    def record(self) -> StageRecord:
        """The record; without a schedule it holds the buffers alone."""
        cached = all(unit.cached for unit in self._found)
        texts = [self._texts.add(event.payload or "") for event in self._printed[-2 * len(self._schedules) :]]
        drawn = [graph for each in self._schedules for graph in (each.before(), each.after())]
        graphs = [replace(graph, text=texts[at]) if at < len(texts) else graph for at, graph in enumerate(drawn)]
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

    def links(self) -> Iterator[Link]:
        """From post-grad nodes through the scheduler's nodes to the kernel calls."""
        for unit, schedule in zip(self._found, self._schedules, strict=False):
            yield from schedule.links()
            code = read_output_code(unit.text("inductor_output_code") or "")
            yield from schedule.calls(self._launches.of(unit.key, unit.direction, code))

    def _steps(self) -> Iterator[Step]:
        """For each graph its nodes before and after, then each decision on the way."""
        texts = [self._texts.add(event.payload or "") for event in self._printed[-2 * len(self._schedules) :]]
        index = 0
        for number, schedule in enumerate(self._schedules):
            pair = texts[2 * number : 2 * number + 2]
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
        for schedule in self._schedules[:1]:
            for name, value in schedule.counts().items():
                yield self._metric(name, value, "count")
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
