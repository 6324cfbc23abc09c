"""Compile phases as spans: against the times in torch's metrics, with g++ beside them."""

from __future__ import annotations

import json

import pytest

from explorer.report import Span, StageRecord, Texts
from explorer.stages import phases
from explorer.tracing.event import Event, Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace


def mark(ph: str, name: str, at: float, key: str | None = "0/0", **args: object) -> Event:
    payload = json.dumps({"name": name, "ph": ph, "ts": at * 1e6, "args": args})
    return event("chromium_event", payload, key=key, time=at, thread=1)


def spans(recorded: Trace, key: str = "0/0", direction: str = "dynamo") -> tuple[Span, ...]:
    return next(each.spans for each in records(recorded, key) if each.direction == direction)


def records(recorded: Trace, key: str = "0/0") -> tuple[StageRecord, ...]:
    return phases.fold(recorded, Texts()).stages[key]


@pytest.mark.parametrize("program", ["training", "breaks", "shapes", "cached"])
def test_times_are_those_of_the_metrics(recorded_traces, program: str) -> None:
    recorded = Trace(read_log(recorded_traces[program]))
    for metrics in recorded.of("compilation_metrics"):
        named = {span.name: span.seconds for span in spans(recorded, metrics.key or "")}
        for span, field in (
            ("entire_frame_compile", "entire_frame_compile_time_s"),
            ("backend_compile", "backend_compile_time_s"),
        ):
            assert named[span] == pytest.approx(metrics.data[field], abs=2e-3)


def test_spans_lie_inside_their_parents(recorded_traces) -> None:
    recorded = Trace(read_log(recorded_traces["training"]))
    for record in records(recorded):
        known = {span.ref: span for span in record.spans}
        roots = [span for span in record.spans if span.parent is None]
        assert len(roots) == 1
        for span in record.spans:
            outer = known[span.parent] if span.parent else span
            assert outer.start <= span.start
            assert span.start + span.seconds <= outer.start + outer.seconds + 1e-5
            assert 0 <= span.start < 600


def test_a_backward_compiled_on_its_own_is_apart(recorded_traces) -> None:
    recorded = Trace(read_log(recorded_traces["training"]))
    forward, backward = records(recorded)
    assert (forward.direction, backward.direction) == ("dynamo", "bwd")
    assert backward.spans[0].name == "entire_backward_compile"
    told = next(recorded.of("bwd_compilation_metrics")).data["duration_us"] / 1e6
    assert backward.seconds == pytest.approx(told, abs=2e-3)


def test_waiting_for_gpp_is_said() -> None:
    recorded = trace(
        mark("B", "load", 1),
        mark("B", "compile_file", 1.1),
        mark("E", "compile_file", 1.2),
        mark("B", "compile_file", 2, None),
        mark("B", "async_compile.wait", 3),
        mark("B", "compile_file", 4, None),
        mark("E", "compile_file", 5, None),
        mark("E", "compile_file", 6, None),
        mark("E", "async_compile.wait", 7),
        mark("E", "load", 8),
    )
    found = [(span.name, span.lane, span.waiting, span.parent) for span in spans(recorded)]
    load, wait = (f"0/0/dynamo/phases/span.{at}" for at in (0, 3))
    assert found == [
        ("load", None, False, None),
        ("waiting for g++", None, True, load),
        ("g++", "worker 1", True, load),
        ("waiting for g++", None, True, load),
        ("g++", "worker 2", True, wait),
    ]


def test_waiting_without_gpp_is_waiting_for_kernels() -> None:
    recorded = trace(mark("B", "async_compile.wait", 1), mark("E", "async_compile.wait", 2))
    assert [(span.name, span.waiting) for span in spans(recorded)] == [("waiting for kernels to be built", True)]


def test_a_worker_after_the_compile_belongs_to_it() -> None:
    recorded = trace(
        mark("B", "dynamo", 1),
        mark("E", "dynamo", 2),
        mark("B", "compile_file", 3, None),
        mark("E", "compile_file", 4, None),
    )
    assert [(span.name, span.parent) for span in spans(recorded)] == [("dynamo", None), ("g++", None)]
    assert records(recorded)[0].seconds == pytest.approx(1)


def test_phases_outside_every_compile_are_told() -> None:
    part = phases.fold(trace(mark("B", "gc", 1, None), mark("E", "gc", 2, None)), Texts())
    assert part.stages == {}
    (finding,) = part.findings
    assert (finding.kind, finding.severity) == ("unknown", "note") and "gc: 1.0" in finding.message


def test_times_count_from_the_first_event_in_any_time_zone() -> None:
    payloads = [{"name": "dynamo", "ph": ph, "ts": at * 1e6} for ph, at in (("B", 1000.5), ("E", 1002.5))]
    events = [event("chromium_event", json.dumps(each), time=each["ts"] / 1e6 + 7200) for each in payloads]
    (span,) = spans(trace(event("dynamo_output_graph", "x", time=1000 + 7200), *events))
    assert (span.start, span.seconds) == (pytest.approx(0.5), pytest.approx(2))
