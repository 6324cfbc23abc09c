"""Autotuning: the candidates that Inductor measured for an operation, their times, and the one it took."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from explorer.report import Part, StageRecord, Step, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Trace

LABELS = frozenset({"explorer.autotune"})

STAGE = "autotune"

_STATS = "autotune_choices_stats"

At = tuple[str, Direction]


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each graph in which candidates were measured: a step for each of them, the fastest first.

    Attributes: ``choice`` (counts the operations), ``operation``, ``inputs``, ``kind``, ``milliseconds`` (absent: it
    failed), ``times_best``, ``fastest`` (torch takes it, unless fusion makes another one faster), ``description``;
    ``seconds`` of measuring all of them and ``building``, absent where the times came from a cache. A log knows only
    the fastest, and ``candidates``, how many.
    """
    del texts
    found: dict[At, list[Step]] = defaultdict(list)
    for event in trace.of(*LABELS):
        if event.key is not None:
            at: At = event.key, "bwd" if event.data.get("backward") else "fwd"
            found[at] += _steps(trace, at, event.data, found[at])
    live = {key for key, _ in found}
    for key, data in _logged(trace):
        if key not in live:
            found[key, "fwd"] += _steps(trace, (key, "fwd"), data, found[key, "fwd"])
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for (key, direction), steps in found.items():
        stages[key] = (*stages.get(key, ()), StageRecord(stage=STAGE, direction=direction, steps=tuple(steps)))
    return Part(stages=stages)


def _steps(trace: Trace, at: At, data: Mapping[str, Any], before: list[Step]) -> Iterator[Step]:
    key, direction = at
    user, first = data.get("user"), len(before)
    choice = 1 + max((int(step.attributes.get("choice") or 0) for step in before), default=0)
    ranked = sorted(data["candidates"], key=lambda each: (each["milliseconds"] is None, each["milliseconds"] or 0.0))
    best = ranked[0]["milliseconds"] if ranked else None
    for index, each in enumerate(ranked, first):
        took = each["milliseconds"]
        facts = {
            "choice": choice,
            "operation": data["operation"],
            "inputs": ", ".join(data.get("inputs") or ()) or None,
            "kind": each.get("kind"),
            "milliseconds": took,
            "times_best": round(took / best, 4) if took is not None and best else None,
            "fastest": index == first and took is not None,
            "description": each.get("description") or None,
            "seconds": data.get("seconds"),
            "building": data.get("building"),
            "candidates": data.get("count", len(ranked)),
        }
        yield Step(
            ref=make_ref(key, direction, STAGE, "step", str(index)),
            name=str(each["name"]),
            index=index,
            place=trace.place(user["filename"], user["line"], function=user.get("name")) if user else None,
            refs=(make_ref(key, direction, "post_grad", "node", data["node"]),) if data.get("node") else (),
            attributes={name: value for name, value in facts.items() if value is not None},
        )


def _logged(trace: Trace) -> Iterator[tuple[str, dict[str, Any]]]:
    """What torch's trace tells by itself: the fastest candidate of each operation, on the phase that measured it."""
    for event in trace.of("chromium_event"):
        if event.key is None or _STATS not in (event.payload or ""):
            continue
        try:
            phase = msgspec.json.decode(event.payload or "")
            stats = msgspec.json.decode(phase["args"][_STATS])
            best = {"name": stats["best_kernel"], "milliseconds": stats["best_time"], "kind": None}
        except (msgspec.DecodeError, KeyError, TypeError):
            continue
        if phase.get("ph") != "E":
            continue
        operation = str(phase["name"]).removesuffix("_template_autotuning")
        described = {**best, "description": stats.get("best_kernel_desc")}
        yield event.key, {"operation": operation, "candidates": [described], "count": stats.get("num_choices")}
