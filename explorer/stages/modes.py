"""The modes that code is compiled in: autocast and the casts it puts in, gradients, torch.func, the guarded state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from explorer.parse.attention import short_name
from explorer.parse.break_reason import BreakReason, read_break
from explorer.parse.captured import CAPTURED_LABELS, captured
from explorer.parse.casts import Cast, casts
from explorer.parse.cut_regions import Ends, cut, ends
from explorer.parse.fx_graph import read_graphs
from explorer.parse.global_state import modes_of, states, words
from explorer.parse.graph_inputs import argument_names, graph_input
from explorer.parse.modes import MARKS, Modes, Reading, Region
from explorer.parse.node_origins import ORIGIN_LABEL, Origins
from explorer.parse.symbols import SYMBOL_LABELS, known_sizes
from explorer.parse.transforms import called_at, transforms
from explorer.parse.units import last_attempts
from explorer.report import (
    Finding,
    Graph,
    Metric,
    Part,
    Place,
    StageRecord,
    Step,
    Texts,
    is_library,
    make_ref,
    show_place,
)
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

STAGE = "modes"

LABELS: frozenset[str] = frozenset()
"""What is read here belongs to other stages too."""

_AOT: dict[str, Direction] = {"aot_joint_graph": "joint", "aot_inference_graph": "fwd"}

Facts = dict[str, str | int | float | bool | None]


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile whose guards tell the state it was made under, or whose graph switches a mode.

    ``metrics`` are that state in words (``gradients``, ``autocast``, ``threads``, …). ``steps`` are first the regions
    (named ``autocast``, ``gradients``, ``inference``, ``attention``, ``vmap``, ``grad``, ``jvp``, ``functionalize``;
    attributes ``depth``, ``operations``, ``end_line`` and those of the kind), then the casts that autocast put in
    (named ``cast``; ``before``, ``after``, ``bytes``, ``of``, ``for``, ``backward``).
    """
    del texts
    known = states(trace.of("dynamo_cpp_guards_str"))
    around = {key: modes_of(state) for key, state in known.items()}
    under_autocast = {key for key, modes in around.items() if modes.autocast}
    graphs = dict(captured(trace.of(*CAPTURED_LABELS), MARKS, trace.place))
    if under_autocast - set(graphs):
        graphs |= {key: graph for key, graph in _every_graph(trace) if key in under_autocast}
    stages: dict[str, tuple[StageRecord, ...]] = {}
    readings = {key: Reading(graph, around.get(key, Modes())) for key, graph in graphs.items()}
    for key in dict.fromkeys((*graphs, *known)):
        steps = _steps(trace, key, graphs[key], readings[key]) if key in graphs else ()
        metrics = tuple(_metrics(key, known.get(key, {})))
        stages[key] = (StageRecord(stage=STAGE, direction="dynamo", steps=tuple(steps), metrics=metrics),)
    at_ends = {key: ends(graphs[key], reading) for key, reading in readings.items()}
    return Part(stages=stages, findings=(*_breaks(trace), *_cut(trace, at_ends)))


def _every_graph(trace: Trace) -> Iterator[tuple[str, Graph]]:
    return captured(trace.of(*CAPTURED_LABELS), ("",), trace.place)


def _metrics(key: str, state: Mapping[str, Any]) -> Iterator[Metric]:
    for name, value in words(state).items() if state else ():
        yield Metric(ref=make_ref(key, "dynamo", STAGE, "metric", name), name=name, value=value)


def _steps(trace: Trace, key: str, graph: Graph, reading: Reading) -> list[Step]:
    steps = [_region(key, index, region) for index, region in enumerate(reading.regions)]
    autocast = {name: modes.autocast for name, modes in reading.modes.items()}
    if any(value for each in autocast.values() for value in each.values()):
        sizes, arguments = _sizes(trace, key), _arguments(trace, key)
        found = (cast for traced in _traced(trace, key) for cast in casts(traced, graph.nodes, autocast, sizes))
        steps += [_cast(key, index, cast, arguments) for index, cast in enumerate(found, len(steps))]
    return steps


def _region(key: str, index: int, region: Region) -> Step:
    places = [node.place for node in region.nodes if node.place is not None and not is_library(node.place.file)]
    lines = [place.line for place in places if place.line is not None and place.file == places[0].file]
    facts: Facts = {**region.facts, "depth": region.depth, "operations": len(region.nodes)}
    if lines:
        facts["end_line"] = max(lines)
    first = next((place for place in places if lines and place.line == min(lines)), None)
    return Step(
        ref=make_ref(key, "dynamo", STAGE, "region", str(index)),
        name=region.kind,
        index=index,
        place=first,
        detail=region.told,
        refs=tuple(node.ref for node in region.nodes),
        attributes=facts,
    )


def _traced(trace: Trace, key: str) -> Iterator[Graph]:
    """AOTAutograd's graph before it is cut, with the origins of its nodes."""
    origins = Origins(event for event in trace.of(ORIGIN_LABEL) if event.key == key).of(key)
    events = [event for event in last_attempts(trace.of(*_AOT)) if event.key == key]
    for index, event in enumerate(events[:1]):
        where: Any = {"key": key, "direction": _AOT[event.label], "stage": "aot"}
        for graph in read_graphs(event.payload or "", **where, texts=Texts(), place=trace.place).graphs[:1]:
            yield origins.explained(graph, index)


def _sizes(trace: Trace, key: str) -> Mapping[str, int]:
    return known_sizes((event.label, event.data) for event in trace.of(*SYMBOL_LABELS) if event.key == key)


def _arguments(trace: Trace, key: str) -> list[str]:
    texts = [event.payload for event in trace.of("dynamo_output_graph") if event.key == key]
    return argument_names(texts[-1] or "") if texts else []


def _cast(key: str, index: int, cast: Cast, arguments: list[str]) -> Step:
    value = graph_input(cast.value, arguments).name if cast.value.op == "placeholder" else None
    return Step(
        ref=make_ref(key, "dynamo", STAGE, "cast", str(index)),
        name="cast",
        index=index,
        place=cast.origin.place,
        detail=f"{cast.before} to {cast.after}",
        refs=(cast.node.ref, cast.origin.ref),
        attributes={
            "before": cast.before,
            "after": cast.after,
            "bytes": cast.bytes,
            "of": value or cast.value.name,
            "for": short_name(cast.origin.target),
            "backward": cast.gradient,
        },
    )


def _breaks(trace: Trace) -> Iterator[Finding]:
    """A finding for each break inside a transform: the function that is transformed cannot be compiled in parts."""
    found: dict[tuple[str, int], tuple[Event, BreakReason, tuple[str, ...]]] = {}
    keys: dict[tuple[str, int], dict[str, None]] = defaultdict(dict)
    for event in trace.of("dynamo_graph_break_reason"):
        reason = read_break(event.payload or "")
        inside = transforms(reason.frames) if reason is not None else ()
        if reason is not None and inside and event.key is not None:
            at = reason.file, reason.line
            found.setdefault(at, (event, reason, inside))
            keys[at][event.key] = None
    for at, (event, reason, inside) in found.items():
        yield _broken(trace, event, reason, inside, keys[at])


def _broken(trace: Trace, event: Event, reason: BreakReason, inside: tuple[str, ...], keys: Iterable[str]) -> Finding:
    place = trace.place(reason.file, reason.line, function=reason.frames[-1].function)
    caller = called_at(reason.frames)
    called = trace.place(caller.file, caller.line, function=caller.function) if caller is not None else None
    return Finding(
        ref=make_ref(str(event.key), "dynamo", STAGE, "finding", f"transform.{reason.file}:{reason.line}"),
        kind="transform",
        code="BREAK_IN_TRANSFORM",
        severity="warning",
        title=f"{show_place(place, trace.cwd)}: this break lies inside {' of '.join(inside)} of torch.func.",
        message="A transform is compiled whole or not at all: the transformed function runs uncompiled"
        + (f", called at {show_place(called, trace.cwd)}." if called is not None else "."),
        advice=("Take what breaks out of the function that is transformed.",),
        place=place,
        user_place=_user(place) or called,
        compilations=tuple(keys),
        attributes={"transforms": " > ".join(inside)},
    )


def _cut(trace: Trace, at_ends: Mapping[str, Ends]) -> Iterator[Finding]:
    """A finding for each region that a break cuts in two: that both parts run in it is not seen from the code."""
    for event in trace.of("dynamo_graph_break_reason"):
        reason = read_break(event.payload or "")
        if reason is None or event.key is None:
            continue
        place = trace.place(reason.file, reason.line, function=reason.frames[-1].function)
        where = show_place(place, trace.cwd)
        for region, other in cut(reason, event.key, at_ends):
            yield Finding(
                ref=make_ref(event.key, "dynamo", STAGE, "finding", f"cut.{region.enter.name}"),
                kind="region",
                code="BREAK_IN_REGION",
                severity="note",
                title=f"{where}: this break cuts a region: {region.told}. Both parts run in it.",
                message="Dynamo leaves the region at the end of the graph, is in it again for the line that Python "
                "runs, and enters it once more in the next graph.",
                place=place,
                user_place=_user(place),
                compilations=(event.key, other),
                refs=(region.enter.ref,),
            )


def _user(place: Place) -> Place | None:
    return None if is_library(place.file) else place
