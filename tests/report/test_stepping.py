"""The log of steps gives back every state that was recorded, whatever the order of pushes, pops and calls."""

from __future__ import annotations

import random
import types
from typing import Any

import msgspec
import pytest

from explorer.compat.dynamo_attempt import Attempt
from explorer.report import Compilation, Listing, StageRecord, Step, Texts
from explorer.report.stepping import Added, Entry, Frame, StepLog, Value, depth_of, read_log, state_at, walk
from explorer.stages import steps
from explorer.views.frame import frames
from explorer.views.text import render
from tests import reports
from tests.traces import event, trace

LOG = StepLog(
    frames=(
        Frame(function="outer", file="a.py"),
        Frame(function="inner", file="a.py", parent=0),
        Frame(function="outer", file="a.py", attempt=1),
    ),
    values=tuple(Value(kind="Constant", text=text) for text in "abcd"),
    steps=(
        Entry(frame=0, push=(0, 1), set={"x": 0, "y": 1}, guards=("G1",)),
        Entry(frame=1, push=(2,), nodes=(Added(name="n", code="f()"),)),
        Entry(frame=0, pop=1, push=(3,), set={"x": 2}, gone=("y",)),
        Entry(frame=2, push=(1,)),
    ),
)


def shown(values: Any) -> str:
    return "".join(value.text for value in values)


def test_the_state_of_a_step_is_its_own_frame_and_those_around_it() -> None:
    inner = state_at(LOG, 1)
    assert [(each.frame, shown(each.stack)) for each in inner.frames] == [(0, "ab"), (1, "c")]
    assert inner.guards == ("G1",) and inner.nodes == ()
    back = state_at(LOG, 2)
    assert [shown(each.stack) for each in back.frames] == ["ad"]
    assert {name: value.text for name, value in back.frames[0].locals.items()} == {"x": "c"}
    assert [node.name for node in back.nodes] == ["n"]
    again = state_at(LOG, 3)
    assert (shown(again.frames[0].stack), again.nodes, again.guards) == ("b", (), ())
    assert [depth_of(LOG, frame) for frame in range(3)] == [0, 1, 0]


@pytest.mark.parametrize("step", [-1, 4])
def test_a_step_that_is_not_there(step: int) -> None:
    with pytest.raises(IndexError, match=f"step {step} of 4"):
        state_at(LOG, step)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"steps": [{"frame": 0}]}',
        '{"frames": [{"function": "f", "file": "a.py", "parent": 0}], "steps": [{"frame": 0}]}',
        '{"frames": [{"function": "f", "file": "a.py"}], "steps": [{"frame": 0, "push": [7]}]}',
        '{"frames": [{"function": "f", "file": "a.py"}], "steps": [{"frame": 0, "pop": -1}]}',
        '{"frames": [{"function": "f", "file": "a.py"}], "steps": []}',
    ],
)
def test_a_damaged_log_is_none_and_the_views_do_without_it(text: str) -> None:
    listing = Listing(ref="0/0/dynamo/steps/listing.state", name="state", language="json", text="t")
    one = Step(ref="0/0/dynamo/steps/step.0", name="NOP", index=0)
    record = StageRecord(stage="steps", direction="dynamo", steps=(one,), listings=(listing,))
    compiled = Compilation(key="0/0", id="0/0", stages=(record,))
    report = msgspec.structs.replace(reports.empty(), compilations=(compiled,), texts={"t": text})
    assert read_log(report, record) is None
    assert "NOP" in render(report, full=True)
    assert frames(report)["steps"]["instruction"].tolist() == ["NOP"]


class Constant:
    """A stand-in for a variable tracker: the recorder reads its fields alone."""

    def __init__(self, value: int) -> None:
        self.value = value


def _code() -> types.CodeType:
    return (lambda: None).__code__


@pytest.mark.parametrize("seed", range(6))
def test_what_is_recorded_is_what_is_rebuilt(seed: int) -> None:
    chance = random.Random(seed)
    output = types.SimpleNamespace(root_tx=None, guards=[], shape_env=types.SimpleNamespace(guards=[]))
    instruction = types.SimpleNamespace(opname="NOP", offset=0, arg=None, positions=(1, 1, 0, 0))
    values = [Constant(number) for number in range(8)]

    def translator(parent: Any) -> types.SimpleNamespace:
        return types.SimpleNamespace(
            output=output, parent=parent, f_code=_code(), lineno=1, instruction_pointer=0, instructions=[instruction],
            stack=[], symbolic_locals={},
        )  # fmt: skip

    outer = translator(None)
    running = [outer]
    attempt = Attempt(outer, lambda: True, {})
    seen: list[tuple[list[int], dict[str, int]]] = []
    for _ in range(200):
        now = running[-1]
        attempt.begin(now)
        seen.append(([each.value for each in now.stack], {k: v.value for k, v in now.symbolic_locals.items()}))
        attempt.end(now, None)
        del now.stack[len(now.stack) - chance.randint(0, len(now.stack)) :]
        now.stack += chance.choices(values, k=chance.randint(0, 3))
        now.symbolic_locals[chance.choice("xyz")] = chance.choice(values)
        if chance.random() < 0.3:
            now.symbolic_locals.pop(chance.choice("xyz"), None)
        move = chance.random()
        if move < 0.2 and len(running) < 4:
            running.append(translator(now))
        elif move > 0.8 and len(running) > 1:
            running.pop()
    texts = Texts()
    part = steps.fold(trace(event("explorer.steps", data=attempt.told())), texts)
    (record,) = part.stages["0/0"]
    log = _log(texts, record)
    rebuilt = [
        ([int(value.text) for value in state.stack], {name: int(value.text) for name, value in state.locals.items()})
        for state in walk(log)
    ]
    assert rebuilt == seen
    at = chance.randrange(len(seen))
    assert [int(value.text) for value in state_at(log, at).frames[-1].stack] == seen[at][0]


def test_a_file_name_that_utf8_cannot_hold() -> None:
    data = {
        "frames": [{"name": "f", "filename": "a\udcff.py", "line": 1, "parent": None}],
        "values": [],
        "steps": [{"name": "NOP", "frame": 0, "offset": 0, "argument": "", "at": (1, 1, 0, 0)}],
        "kept": None,
        "left_out": 0,
    }
    texts = Texts()
    (record,) = steps.fold(trace(event("explorer.steps", data=data)), texts).stages["0/0"]
    assert _log(texts, record).frames[0].file == "a?.py"


def _log(texts: Texts, record: Any) -> StepLog:
    return msgspec.json.decode(texts.by_key[record.listings[0].text], type=StepLog)
