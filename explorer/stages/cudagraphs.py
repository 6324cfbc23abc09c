"""CUDA graphs: whether each compiled graph is recorded as such, which parts are not, and the lines behind that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.parse.cudagraphs import Skip, advice, in_words, read_skip
from explorer.parse.units import last_attempts
from explorer.report import Finding, Part, Place, StageRecord, Step, Texts, is_library, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

LABELS = frozenset({"explorer.cudagraphs"})

STAGE = "cudagraphs"

_METRICS: dict[str, Direction] = {"compilation_metrics": "fwd", "bwd_compilation_metrics": "bwd"}
_SKIPPED = "cudagraph_skip_reason"

Facts = dict[str, str | int | float | bool | None]


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each graph for which CUDA graphs were asked for, as a live capture or torch's metrics tell it.

    The first step (``graph``) says whether it is ``recorded`` and, in its detail, why not. Then for each part that the
    graph is split into a step ``part`` (``recorded``, ``operations``), and after it a step ``obstacle`` for each reason
    in it, with its line.
    """
    del texts
    steps: dict[tuple[str, Direction], list[Step]] = defaultdict(list)
    findings: list[Finding] = []
    for event in last_attempts(trace.of(*LABELS)):
        if event.key is not None:
            at = event.key, _direction(event)
            told = list(_told(trace, *at, event.data, len(steps[at])))
            steps[at] += told
            findings += _findings(*at, told, event.data["devices"])
    for event in last_attempts(trace.of(*_METRICS)):
        reason = event.data.get(_SKIPPED) if isinstance(event.data, dict) else None
        if event.key is not None and isinstance(reason, str) and not steps.get((event.key, _METRICS[event.label])):
            at = event.key, _METRICS[event.label]
            steps[at].append(_graph(trace, *at, 0, read_skip(reason), {}))
            findings += _findings(*at, steps[at], [])
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for (key, direction), found in steps.items():
        stages[key] = (*stages.get(key, ()), StageRecord(stage=STAGE, direction=direction, steps=tuple(found)))
    return Part(stages=stages, findings=tuple(findings))


def _direction(event: Event) -> Direction:
    return "bwd" if event.data.get("backward") else "fwd"


def _told(trace: Trace, key: str, direction: Direction, data: Mapping[str, Any], first: int) -> Iterator[Step]:
    parts = data["parts"]
    reason = data.get("reason") or ", ".join(data["failed"])
    skip = read_skip(reason) if reason else None
    if skip is not None:
        skip = skip._replace(why=in_words(skip.why, data["devices"]))
    facts: Facts = {"devices": ", ".join(data["devices"]), "parts": len(parts) or None}
    yield _graph(trace, key, direction, first, skip, facts)
    index = first
    for number, part in enumerate(parts):
        index += 1
        yield Step(
            ref=make_ref(key, direction, STAGE, "step", str(index)),
            name="part",
            index=index,
            attributes={
                "part": number,
                "recorded": bool(part["recorded"]) and skip is None,
                "operations": part["nodes"],
            },
        )
        for obstacle in part["reasons"]:
            index += 1
            yield _obstacle(trace, key, direction, index, number, obstacle)


def _graph(trace: Trace, key: str, direction: Direction, index: int, skip: Skip | None, facts: Facts) -> Step:
    frame = skip.frame if skip is not None else None
    return Step(
        ref=make_ref(key, direction, STAGE, "step", str(index)),
        name="graph",
        index=index,
        place=trace.place(frame.file, frame.line, function=frame.function, source=frame.source) if frame else None,
        detail=skip.why if skip is not None else None,
        attributes={"recorded": skip is None, **{name: value for name, value in facts.items() if value is not None}},
    )


def _obstacle(trace: Trace, key: str, direction: Direction, index: int, part: int, data: Mapping[str, Any]) -> Step:
    user = data.get("user")
    return Step(
        ref=make_ref(key, direction, STAGE, "step", str(index)),
        name="obstacle",
        index=index,
        place=trace.place(user["filename"], user["line"], function=user.get("name")) if user else None,
        detail=str(data["reason"]),
        attributes={"part": part, "node": data.get("node")},
    )


def _findings(key: str, direction: Direction, steps: list[Step], devices: list[str]) -> Iterator[Finding]:
    whole, obstacles = steps[0], [step for step in steps if step.name == "obstacle"]
    left = [step for step in steps if step.name == "part" and not step.attributes.get("recorded")]
    title = None
    if whole.detail is not None:
        title = f"CUDA graphs were asked for and are not used in the {_WHICH[direction]}: {whole.detail}."
        about, code, why = whole, "CUDAGRAPHS_SKIPPED", whole.detail
    elif left and obstacles:
        reasons = ", ".join(dict.fromkeys(str(step.detail) for step in obstacles))
        title = f"CUDA graphs leave out {len(left)} of {_parts(steps)} parts of the {_WHICH[direction]}: {reasons}."
        about, code, why = obstacles[0], "CUDAGRAPHS_SPLIT", reasons
    if title is None:
        return
    on_gpu = not devices or any(device in ("cuda", "xpu") for device in devices)
    yield Finding(
        ref=make_ref(key, direction, STAGE, "finding", code.lower()),
        kind="cudagraphs",
        code=code,
        severity="warning" if on_gpu and code == "CUDAGRAPHS_SKIPPED" else "note",
        title=title,
        advice=advice(why) if on_gpu else (),
        place=about.place,
        user_place=_user(about.place),
        compilations=(key,),
        refs=(about.ref,),
    )


_WHICH: dict[Direction, str] = {"fwd": "forward", "bwd": "backward", "joint": "graph", "dynamo": "graph"}


def _parts(steps: list[Step]) -> int:
    return sum(step.name == "part" for step in steps)


def _user(place: Place | None) -> Place | None:
    return None if place is None or is_library(place.file) else place
