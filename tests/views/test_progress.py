"""Live progress, fed with the events of a small compile: what it says at each moment."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from explorer.views.clean import width_of
from explorer.views.progress import ROWS, Progress
from tests.hostile import ATTACK
from tests.views.markup import Markup


@dataclass
class Said:
    """An event, as far as progress looks at it."""

    label: str
    time: float
    data: Any = None
    payload: str | None = None
    compile_id: str | None = None
    thread: int | None = 1


def phase(name: str, kind: str, time: float, compile_id: str | None = "0/0") -> Said:
    return Said("chromium_event", time, payload=json.dumps({"name": name, "ph": kind}), compile_id=compile_id)


def start(time: float, compile_id: str = "0/0", name: str = "forward") -> list[Said]:
    stack = [{"name": "<module>", "line": 1}, {"name": name, "line": 10}]
    return [
        phase("entire_frame_compile", "B", time, compile_id),
        Said("dynamo_start", time, {"stack": stack}, compile_id=compile_id),
    ]


BREAK = Said(
    "dynamo_graph_break_reason",
    101.5,
    payload="Graph break in user code at /home/u/net.py:13\nReason",
    compile_id="0/0",
)

STORY = [
    Said("explorer.call", 100.0, {"index": 0, "when": "start"}),
    *start(100.0),
    BREAK,
    Said("dynamo_output_graph", 102.0, compile_id="0/0"),
    phase("create_aot_dispatcher_function", "B", 102.0),
    phase("_recursive_joint_graph_passes", "B", 103.0),
    phase("_recursive_joint_graph_passes", "E", 103.5),
    phase("create_aot_dispatcher_function", "E", 104.0),
    phase("async_compile.wait", "B", 104.0),
    phase("compile_file", "B", 104.0, None),
    phase("compile_file", "E", 107.0, None),
    phase("async_compile.wait", "E", 107.0),
    phase("entire_frame_compile", "E", 107.5),
    Said("compilation_metrics", 107.5, {"compile_id": "0/0", "fail_type": None}, compile_id="0/0"),
    *start(108.0, "1/0", "torch_dynamo_resume_in_forward_at_13"),
]


def told(until: float) -> Progress:
    progress = Progress()
    for event in STORY:
        if event.time <= until:
            progress.feed(event)
    return progress


@pytest.mark.parametrize(
    ("now", "line"),
    [
        (100.4, "0.4 s  tracing, forward   0 graphs, 0 breaks"),
        (101.9, "1.9 s  tracing, forward (1.9 s)   0 graphs, 1 break"),
        (102.5, "2.5 s  separating forward and backward, graph 1, forward   1 graph, 1 break"),
        (106.5, "6.5 s  waiting for the C++ compiler, graph 1, forward (2.5 s)   1 graph, 1 break"),
        (107.9, "7.9 s  running call 1   1 graph, 1 break"),
        (108.2, "8.2 s  tracing, forward, resumed at 13   1 graph, 1 break"),
    ],
)
def test_the_line(now: float, line: str) -> None:
    assert told(now).line(now, 100) == line


@pytest.mark.parametrize("width", [1, 8, 24, 40, 79, 200])
def test_the_line_is_never_wider_than_the_terminal(width: int) -> None:
    assert width_of(told(106.5).line(106.5, width)) <= width


def test_each_stage_is_timed_by_what_was_innermost() -> None:
    row = " ".join(told(107.9).text(107.9).split("\n")[-1].split())
    # 2 s tracing and 0.5 s after the backend; AOT 2 s less the passes inside; the passes; no code; the C++ compiler.
    assert row == "0/0 graph 1, forward 2.50 s 1.50 s 500 ms 3.00 s 7.50 s break"


def test_what_runs_now_counts() -> None:
    assert "1.00 s …" in Markup(told(105.0).html(105.0)).text
    assert "2.00 s …" in Markup(told(105.0).html(106.0)).text


def test_the_table_for_notebooks() -> None:
    made = Markup(told(108.2).html(108.2))
    assert made.mistakes == []
    assert {name for name, _ in made.attributes} == {"style"}
    for words in (
        "tracing, forward, resumed at 13 · 1 graph, 1 break · 8.2 s",
        "A break at net.py:13. Found while tracing; the rest goes on.",
        "Dynamo AOT Passes IR, code Machine code total",
        "0/0 1 forward 2.50 s 1.50 s 500 ms 3.00 s 7.50 s break",
    ):
        assert words in made.text, words


def test_a_notebook_cell_is_not_called_by_its_temporary_file() -> None:
    progress = told(100.0)
    progress.feed(
        Said("dynamo_graph_break_reason", 101, payload="Graph break in user code at /tmp/ipykernel_7/123.py:4\n")
    )
    assert "line 4 of a cell" in progress.text(101)
    assert "ipykernel" not in progress.html(101)


def test_a_break_told_twice_counts_once() -> None:
    progress = told(102.0)
    progress.feed(BREAK)
    assert progress.line(102, 100).endswith("1 graph, 1 break")


def test_only_the_newest_compiles_are_listed() -> None:
    progress = Progress()
    for number in range(ROWS + 5):
        for event in start(100.0 + number, f"{number}/0"):
            progress.feed(event)
        progress.feed(phase("entire_frame_compile", "E", 100.5 + number, f"{number}/0"))
    shown = Markup(progress.html(200)).text
    assert "5 earlier compiles done" in shown
    assert f"{ROWS + 4}/0" in shown
    assert "0/0 forward" not in shown.replace("10/0", "")


@pytest.mark.parametrize(
    "event",
    [
        Said("chromium_event", 100.0, payload=None),
        Said("chromium_event", 100.0, payload="{"),
        Said("chromium_event", 100.0, payload="[1]"),
        Said("chromium_event", 100.0, payload='{"name": 3, "ph": "E"}'),
        phase("compile_file", "E", 100.0, None),
        phase("compile_file", "B", 100.0, None),
        phase(ATTACK, "B", 100.0, ATTACK),
        Said("dynamo_start", 100.0, data=None, compile_id="7/0"),
        Said("dynamo_start", 100.0, data={"stack": [ATTACK]}, compile_id=ATTACK),
        Said("dynamo_start", 100.0, data={"stack": [{"name": ATTACK}]}, compile_id=ATTACK),
        Said("dynamo_graph_break_reason", 100.0, payload=f"Graph break in user code at {ATTACK}:1\n"),
        Said("compilation_metrics", 100.0, data={"fail_type": ATTACK}, compile_id="9/9"),
        Said("explorer.call", 100.0, data=ATTACK),
    ],
)
def test_odd_events_neither_raise_nor_control(event: Said) -> None:
    for events in ([event], [*STORY, event], [event, *STORY]):
        progress = Progress()
        for each in events:
            progress.feed(each)
        for shown in (progress.line(109, 80), progress.text(109), progress.html(109)):
            assert not any(char in shown for char in "\x1b\x07\u202e\x9b\ud800")
        assert "script" not in Markup(progress.html(109)).tags


def test_measuring_is_told() -> None:
    progress = Progress()
    progress.feed(Said("explorer.call", 100.0, {"index": 0, "when": "start"}))
    progress.feed(Said("explorer.measuring", 101.0, {"what": "the times of whole calls"}))
    assert "measuring the times of whole calls" in progress.line(103.0, 100)
