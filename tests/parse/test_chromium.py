"""Chromium events as nested intervals: pairs, lanes, and what is not paired."""

from __future__ import annotations

import json
from typing import Any

import pytest

from explorer.parse.chromium import Phase, read_phases
from explorer.tracing.event import Event
from tests.traces import event, trace

START = 1_700_000_000.0


def mark(ph: str, name: str, at: float, key: str | None = "0/0", *, thread: int = 1, **args: Any) -> Event:
    """A phase begins (``B``) or ends (``E``) ``at`` seconds after the start."""
    payload = json.dumps({"name": name, "ph": ph, "ts": (START + at) * 1e6, "pid": 0, "tid": 0, "args": args})
    return event("chromium_event", payload, key=key, time=START + at, thread=thread)


def read(*events: Event) -> list[tuple[str, float, float, int | None, int | None]]:
    phases, _ = read_phases(trace(*events).events)
    return [(each.name, *_times(each), each.parent, each.lane) for each in phases]


def _times(phase: Phase) -> tuple[float, float]:
    return round(phase.start - START, 3), round(phase.end - START, 3)


def test_phases_nest() -> None:
    assert read(
        mark("B", "dynamo", 0),
        mark("B", "tracing", 1),
        mark("E", "tracing", 2),
        mark("i", "cache", 2.5),
        mark("E", "dynamo", 3),
    ) == [("dynamo", 0, 3, None, None), ("tracing", 1, 2, 0, None)]


def test_an_end_without_a_beginning_is_left_out() -> None:
    assert read(mark("E", "never", 0), mark("B", "dynamo", 1), mark("E", "dynamo", 2)) == [("dynamo", 1, 2, None, None)]


def test_a_phase_that_never_ends_ends_with_the_last_event() -> None:
    found = read(mark("B", "dynamo", 0), mark("B", "tracing", 1), mark("B", "guards", 2), mark("E", "guards", 4))
    assert found == [("dynamo", 0, 4, None, None), ("tracing", 1, 4, 0, None), ("guards", 2, 4, 1, None)]


def test_an_end_closes_what_is_open_inside() -> None:
    found = read(mark("B", "dynamo", 0), mark("B", "tracing", 1), mark("E", "dynamo", 3))
    assert found == [("dynamo", 0, 3, None, None), ("tracing", 1, 3, 0, None)]


def test_compiles_do_not_mix() -> None:
    found = read(mark("B", "a", 0), mark("B", "b", 1, "1/0"), mark("E", "a", 2), mark("E", "b", 3, "1/0"))
    assert found == [("a", 0, 2, None, None), ("b", 1, 3, None, None)]


def test_workers_have_lanes() -> None:
    found = read(
        mark("B", "compile_file", 0, None),
        mark("B", "compile_file", 1, None),
        mark("E", "compile_file", 2, None),
        mark("B", "compile_file", 3, None),
        mark("E", "compile_file", 4, None),
        mark("E", "compile_file", 5, None),
        mark("E", "compile_file", 6, None),
    )
    assert found == [
        ("compile_file", 0, 2, None, 1),
        ("compile_file", 1, 4, None, 2),
        ("compile_file", 3, 5, None, 1),
    ]


def test_workers_in_threads_of_their_own_are_paired_by_thread() -> None:
    found = read(
        mark("B", "compile_file", 0, None, thread=1),
        mark("B", "compile_file", 1, None, thread=2),
        mark("E", "compile_file", 2, None, thread=2),
        mark("E", "compile_file", 3, None, thread=1),
    )
    assert found == [("compile_file", 0, 3, None, 1), ("compile_file", 1, 2, None, 2)]


@pytest.mark.parametrize("zone", [0.0, 3600.0, -5 * 3600.0, 5.75 * 3600.0])
def test_a_log_in_local_time_is_shifted(zone: float) -> None:
    payload = json.dumps({"name": "dynamo", "ph": "B", "ts": (START - 0.2) * 1e6})
    _, shift = read_phases(trace(event("chromium_event", payload, time=START + zone)).events)
    assert shift == -zone


@pytest.mark.parametrize("payload", [None, "", "[]", "{}", '{"name": 1, "ph": "B", "ts": 2}', "[" * 100_000])
def test_damaged_events_are_left_out(payload: str | None) -> None:
    assert read(event("chromium_event", payload), mark("B", "dynamo", 0), mark("E", "dynamo", 1)) == [
        ("dynamo", 0, 1, None, None)
    ]


def test_ends_of_nothing_take_no_time() -> None:
    many = [mark("B", f"phase {at % 7}", at) for at in range(20_000)]
    ends = [mark("E", "never", 30_000 + at) for at in range(20_000)]
    assert len(read(*many, *ends)) == 20_000
