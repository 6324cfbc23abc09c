"""Steps, runs and passes of a hostile report: nothing of it is markup or control, and every table has its types."""

from __future__ import annotations

import re

import msgspec
import pytest

from explorer.report import Compilation, Listing, Place, Report, StageRecord, Step, Texts
from explorer.report.ref import Direction, make_ref
from explorer.report.stepping import Added, Entry, Frame, StepLog, Value
from explorer.views.frame import frames
from explorer.views.html import page
from explorer.views.text import render
from tests import reports
from tests.hostile import ATTACK

BAD = Place(file=ATTACK, line=-7, end_line=3, column=-1, end_column=10**9, function=ATTACK, source=ATTACK)
NAMES = (
    *("offset", "depth", "attempt", "guards", "gb_type", "speculation", "pass", "function", "called_at", "does"),
    *("nodes_before", "nodes_after", "sure", "name", "instructions", "compilations"),
)
FACTS: dict[str, str | int | float | bool | None] = dict.fromkeys(NAMES, ATTACK)
WHOLE = ATTACK.replace("\ud800", "")  # a log cannot hold half a character


def hostile(count: int = 40) -> Report:
    texts = Texts()
    value = Value(kind=WHOLE, text=WHOLE, dtype=WHOLE, shape=(WHOLE, 3), node=WHOLE, source=WHOLE)
    added = Added(name=WHOLE, code=WHOLE)
    entry = Entry(frame=0, push=(0,), set={WHOLE: 0}, nodes=(added,), guards=(WHOLE,))
    log = StepLog(frames=(Frame(function=WHOLE, file=WHOLE),), values=(value,), steps=(entry,) * count)
    key, other = texts.add(msgspec.json.encode(log).decode()), texts.add(ATTACK)

    def record(stage: str, name: str, direction: Direction = "dynamo") -> StageRecord:
        ref = make_ref("0/0", direction, stage, "listing", "state")
        steps = tuple(
            Step(ref=make_ref("0/0", direction, stage, "step", ATTACK), name=each, index=at, place=BAD, detail=ATTACK,
                 before=other, after=key, changed=True, attributes=FACTS)
            for at, each in enumerate((name, ATTACK) * (count // 2))
        )  # fmt: skip
        listings = (Listing(ref=ref, name="state", language="json", text=key),) if stage == "steps" else ()
        return StageRecord(stage=stage, direction=direction, steps=steps, listings=listings, reason=ATTACK)

    stages = (record("steps", "break"), record("bytecode", "resume"), record("passes", "remove_noop_ops", "bwd"))
    compiled = Compilation(key="0/0", id="0/0", function=ATTACK, stages=stages)
    return msgspec.structs.replace(reports.empty(), compilations=(compiled,), texts=texts.by_key)


@pytest.fixture(scope="module")
def report() -> Report:
    return hostile()


@pytest.mark.parametrize("full", [False, True])
def test_no_control_character_reaches_the_terminal(report: Report, full: bool) -> None:
    shown = render(report, width=80, full=full)
    assert "Dynamo, step by step" in shown and "Passes of Inductor" in shown
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e\u2066\ud800]", shown)
    assert max(map(len, shown.splitlines())) <= 80


def test_nothing_is_markup_in_the_page(report: Report) -> None:
    body = page(report).partition('<main id="ce-summary">')[2].partition("</main>")[0]
    assert "Dynamo, step by step" in body and "Passes of Inductor" in body
    assert "<script" not in body and "\x1b" not in body


@pytest.mark.parametrize("name", ["steps", "runs", "passes"])
def test_the_tables_have_their_types(report: Report, name: str) -> None:
    full, empty = frames(report)[name], frames(reports.empty())[name]
    assert list(full.dtypes.items()) == list(empty.dtypes.items())
    assert len(full) == 40 and len(empty) == 0
