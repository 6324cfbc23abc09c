"""torch's compilation metrics, every field, forward and backward: numbers with their units, long texts as listings."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from explorer.parse.units import last_attempts
from explorer.report import Listing, Metric, Part, StageRecord, Texts, make_ref
from explorer.report.ref import Direction
from explorer.tracing.event import Event, Trace

_DIRECTIONS: dict[str, Direction] = {
    "compilation_metrics": "dynamo",
    "bwd_compilation_metrics": "bwd",
    "aot_autograd_backward_compilation_metrics": "bwd",
}
_RUNTIME = "compilation_metrics_runtime"

LABELS = frozenset({*_DIRECTIONS, _RUNTIME})

STAGE = "metrics"

SHORT = 200
"""Characters: a longer text is a listing."""

_UNITS = {"_s": "s", "_us": "us", "_ms": "ms", "_ns": "ns", "_bytes": "bytes"}
_MOMENTS = frozenset({"start_time", "start_time_us", "end_time_us"})


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile and direction. Fields that torch left empty are left out."""
    stages: dict[str, list[StageRecord]] = defaultdict(list)
    seen: Counter[tuple[str, str]] = Counter()
    for event in last_attempts(trace.of(*LABELS)):
        if event.key is not None and isinstance(event.data, dict):
            before = seen[event.key, event.label]
            seen[event.key, event.label] += 1
            prefix = "runtime." if event.label == _RUNTIME else ""
            stages[event.key].append(_record(event, event.key, texts, prefix + (f"{before}." if before else "")))
    return Part(stages={key: _merged(records) for key, records in stages.items()})


def _record(event: Event, key: str, texts: Texts, prefix: str) -> StageRecord:
    """``prefix`` tells apart the metrics of several backwards of one compile (DDP's splits): ``1.duration_us``."""
    direction = _DIRECTIONS.get(event.label, "dynamo")
    fields = {prefix + name: value for name, value in event.data.items() if value is not None}
    return StageRecord(
        stage=STAGE,
        direction=direction,
        metrics=tuple(_metrics(key, direction, fields)),
        listings=tuple(_listings(key, direction, fields, texts)),
    )


def _metrics(key: str, direction: Direction, fields: Mapping[str, Any]) -> Iterator[Metric]:
    for name, value in fields.items():
        if isinstance(value, str | int | float) and not _is_long(value):
            ref = make_ref(key, direction, STAGE, "metric", name)
            yield Metric(ref=ref, name=name, value=value, unit=unit_of(name, value))


def _listings(key: str, direction: Direction, fields: Mapping[str, Any], texts: Texts) -> Iterator[Listing]:
    for name, value in fields.items():
        if isinstance(value, str | int | float) and not _is_long(value):
            continue
        text = value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=repr).decode()
        language = "json" if text.startswith(("{", "[")) else "text"
        ref = make_ref(key, direction, STAGE, "listing", name)
        yield Listing(ref=ref, name=name, language=language, text=texts.add(text))


def unit_of(name: str, value: object) -> str:
    """The unit that the name of a field ends with; ``count`` for another whole number."""
    if isinstance(value, bool | str) or name in _MOMENTS:
        return ""
    ending = next((ending for ending in _UNITS if name.endswith(ending)), None)
    if ending is not None:
        return _UNITS[ending]
    return "count" if isinstance(value, int) else ""


def _is_long(value: object) -> bool:
    return isinstance(value, str) and len(value) > SHORT


def _merged(records: list[StageRecord]) -> tuple[StageRecord, ...]:
    """One record a direction: torch may write metrics of a compile more than once."""
    found: dict[Direction, StageRecord] = {}
    for record in records:
        known = found.get(record.direction)
        found[record.direction] = record if known is None else _joined(known, record)
    return tuple(found.values())


def _joined(one: StageRecord, other: StageRecord) -> StageRecord:
    return msgspec.structs.replace(
        one, metrics=(*one.metrics, *other.metrics), listings=(*one.listings, *other.listings)
    )
