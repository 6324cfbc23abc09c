"""Every field of torch's compilation metrics, with units."""

from __future__ import annotations

import pytest

from explorer.report import StageRecord, Texts
from explorer.stages import metrics
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace


def fold(recorded: Trace, key: str = "0/0") -> tuple[tuple[StageRecord, ...], Texts]:
    texts = Texts()
    return metrics.fold(recorded, texts).stages[key], texts


def test_every_field_is_there(recorded_traces) -> None:
    recorded = Trace(read_log(recorded_traces["training"]))
    records, texts = fold(recorded)
    assert [record.direction for record in records] == ["dynamo", "bwd"]
    for record, label in zip(records, ("compilation_metrics", "bwd_compilation_metrics"), strict=True):
        told = {name: value for name, value in next(recorded.of(label)).data.items() if value is not None}
        numbers = {metric.name: metric.value for metric in record.metrics}
        long = {listing.name: texts.by_key[listing.text] for listing in record.listings}
        assert numbers.keys() | long.keys() == told.keys()
        assert all(told[name] == value for name, value in numbers.items())
        assert long["inductor_config"] == told["inductor_config"]


@pytest.mark.parametrize(
    ("name", "value", "unit"),
    [
        ("entire_frame_compile_time_s", 1.5, "s"),
        ("duration_us", 7, "us"),
        ("param_bytes", 288, "bytes"),
        ("guard_count", 34, "count"),
        ("start_time", 1.7e9, ""),
        ("end_time_us", 17, ""),
        ("has_guarded_code", True, ""),
        ("co_name", "forward", ""),
    ],
)
def test_units(name: str, value: object, unit: str) -> None:
    assert metrics.unit_of(name, value) == unit


def test_backwards_of_a_split_graph_are_told_apart() -> None:
    events = [event("bwd_compilation_metrics", data={"duration_us": each}) for each in (5, 6)]
    ((record,), _) = fold(trace(*events))
    assert {metric.name: metric.value for metric in record.metrics} == {"duration_us": 5, "1.duration_us": 6}


@pytest.mark.parametrize("data", [None, [], "text", {"x": {1, 2}}, {"x": object()}])
def test_damaged_metrics(data: object) -> None:
    part = metrics.fold(trace(event("compilation_metrics", data=data)), Texts())
    assert isinstance(part.stages, dict)
