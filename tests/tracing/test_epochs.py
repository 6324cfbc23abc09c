"""Compile keys when ids restart: what comes just before a compile starts belongs to it."""

from __future__ import annotations

import pytest

from explorer.tracing.event import Event, Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event


def keys(*events: Event) -> list[str | None]:
    return [each.key for each in Trace(events).events]


def start(compile_id: str) -> Event:
    return Event(kind="dynamo_start", compile_id=compile_id)


def phase(ph: str, compile_id: str = "0/0") -> Event:
    return event("chromium_event", f'{{\n"name": "dynamo",\n"ts": 1.0,\n"ph": "{ph}"\n}}', key=compile_id)


def reasons(compile_id: str) -> Event:
    return event("recompile_reasons", "L['n'] == 3", key=compile_id)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([start("0/0"), start("1/0"), start("0/0")], ["0/0", "1/0", "1.0/0"]),
        ([phase("B"), start("0/0"), phase("E"), phase("B"), start("0/0"), phase("E")], ["0/0"] * 3 + ["1.0/0"] * 3),
        (
            [start("0/0"), reasons("0/1"), phase("B", "0/1"), start("0/1"), start("0/0"), reasons("0/1"), start("0/1")],
            ["0/0", "0/1", "0/1", "0/1", "1.0/0", "1.0/1", "1.0/1"],
        ),
    ],
)
def test_a_restart_of_ids_opens_an_epoch(events: list[Event], expected: list[str]) -> None:
    assert keys(*events) == expected


def test_every_phase_of_a_second_run_is_in_its_epoch(recorded_traces) -> None:
    recorded = Trace(read_log(recorded_traces["cached"]))
    begun = [each.key for each in recorded.of("chromium_event") if '"name": "dynamo"' in (each.payload or "")]
    assert begun == ["0/0", "0/0", "1.0/0", "1.0/0"]
