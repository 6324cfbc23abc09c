"""Compiled autograd: the backward of a whole step, traced by the autograd engine while it runs, and compiled then.

torch counts these compiles under an id of their own, ``!0/-/-``; what Dynamo then compiles of the traced graph is
``!0/1/0``, with the number of the engine's graph in front.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from explorer.parse.compiles import ENGINE
from explorer.parse.fx_graph import read_graphs
from explorer.report import Link, Listing, Part, Place, StageRecord, Step, Texts, make_ref
from explorer.tracing.event import Event, Trace

STAGE = "compiled_autograd"
_BEFORE, _AFTER = "compiled_autograd_graph_pre_reordering", "compiled_autograd_graph"
_REASONS = "compiled_autograd_compile_reasons"

LABELS = frozenset((_BEFORE, _AFTER, _REASONS))


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each backward that the engine traced: its graph, before and after torch put hooks in their places.

    The compile's place is the user's line that ran the backward. Links of kind ``lowered`` lead from the graph to that
    of the compile that Dynamo made of it.
    """
    found: dict[str, list[Event]] = defaultdict(list)
    for event in trace.of(*LABELS):
        if event.key is not None:
            found[event.key].append(event)
    stages: dict[str, tuple[StageRecord, ...]] = {
        key: (_record(trace, texts, key, events),) for key, events in found.items()
    }
    places = _places(trace)
    facts: dict[str, dict[str, object]] = {}
    for key, events in found.items():
        place = places.get(_number(events[0].compile_id))
        about = {"function": ENGINE, "place": place, "trigger": "recompile" if _reasons(events) else "first call"}
        facts[key] = {name: value for name, value in about.items() if value is not None}
    return Part(stages=stages, facts=facts, links=tuple(_links(trace, found)))


def _record(trace: Trace, texts: Texts, key: str, events: list[Event]) -> StageRecord:
    payloads = {event.label: event.payload or "" for event in events}
    graph = payloads.get(_AFTER) or payloads.get(_BEFORE, "")
    graphs = read_graphs(graph, key=key, direction="bwd", stage=STAGE, texts=texts, place=trace.place).graphs
    before = texts.add(payloads[_BEFORE]) if _BEFORE in payloads else None
    step = Step(
        ref=make_ref(key, "bwd", STAGE, "step", "0"),
        name="hooks and gradients put in their places",
        index=0,
        before=before,
        after=graphs[0].text,
        changed=None if before is None else before != graphs[0].text,
    )
    reasons = _reasons(events)
    listing = Listing(
        ref=make_ref(key, "bwd", STAGE, "listing", "reasons"), name="reasons", language="text", text=texts.add(reasons)
    )
    return StageRecord(
        stage=STAGE, direction="bwd", graphs=graphs, steps=(step,), listings=(listing,) if reasons else ()
    )


def _reasons(events: Iterable[Event]) -> str:
    """Why the engine traced again, in torch's words."""
    return "\n".join(event.payload or "" for event in events if event.label == _REASONS).strip()


def _places(trace: Trace) -> dict[str, Place]:
    """The user's line that ran each backward, by the engine's number: the stack in which Dynamo compiled its graph."""
    places: dict[str, Place] = {}
    for event in trace.of("dynamo_start"):
        number = _number(event.compile_id)
        frame = trace.user_frame(event.data.get("stack") or ()) if number else None
        if frame is not None and number not in places:
            places[number] = trace.place(str(frame["filename"]), frame.get("line"), function=frame.get("name"))
    return places


def _links(trace: Trace, found: dict[str, list[Event]]) -> list[Link]:
    """From the engine's graph to the graph that Dynamo captured of it."""
    made = {_number(event.compile_id): event.key for event in trace.of("dynamo_output_graph")}
    links = []
    for key, events in found.items():
        compiled = made.get(_number(events[0].compile_id))
        if compiled is not None and compiled != key:
            source, target = (
                make_ref(key, "bwd", STAGE, "graph", "graph"),
                make_ref(compiled, "dynamo", "dynamo", "graph", "graph"),
            )
            links.append(Link(source=source, target=target, kind="lowered"))
    return links


def _number(compile_id: str | None) -> str:
    """``0`` of ``!0/1/0``; empty for a compile that is none of the engine's."""
    return compile_id[1:].partition("/")[0] if compile_id and compile_id.startswith("!") else ""
