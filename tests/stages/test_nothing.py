"""Why nothing compiled: the surest reason, in words that hold, with a remedy that can be typed."""

from __future__ import annotations

from typing import Any

import pytest
import torch

import explorer
from explorer.report import Finding, Texts
from explorer.stages import nothing
from explorer.tracing.event import Event
from tests.traces import event, trace


def note(kind: str, **data: Any) -> Event:
    return event(f"explorer.{kind}", key=None, data=data)


def before(function: str, *, wrapper: bool = False, **more: Any) -> Event:
    return note("precompiled", function=function, file="/me/m.py", line=3, entries=1, wrapper=wrapper, **more)


def fold(*events: Event) -> Finding:
    (finding,) = nothing.fold(trace(*events), Texts()).findings
    return finding


def test_code_compiled_before_is_not_said_to_have_run() -> None:
    finding = fold(*(before(name) for name in ("<lambda>", "f", "g", "h", "k")))
    assert finding.title.endswith("calling them compiles nothing: a lambda, f, g and 2 more.")
    assert "explorer.explain(f)(" in finding.advice[0]


@pytest.mark.parametrize("known", [before("<lambda>"), before("Net.forward"), before("Linear", wrapper=True)])
def test_the_remedy_can_be_typed(known: Event) -> None:
    assert "explorer.explain(model)(" in fold(known).advice[0]


def test_the_words_of_python_keep_their_case() -> None:
    finding = fold(note("probe", ok=False, message="g() missing 1 required positional argument: 'y'"))
    assert "g() missing" in finding.title


@pytest.mark.parametrize(("stage", "word"), [("run", "failed"), ("interrupted", "interrupted")])
def test_the_error_is_the_finding(stage: str, word: str) -> None:
    failed = note("error", type="TypeError", message="no", stage=stage)
    finding = fold(note("probe", ok=False, message="no"), before("f"), failed)
    assert (finding.severity, finding.advice) == ("note", ())
    assert word in finding.title


def test_nothing_to_say_when_something_compiled() -> None:
    assert nothing.fold(trace(event("dynamo_start")), Texts()).findings == ()


def test_what_was_explored_with_the_compiler_off_is_not_told_to_be_mended() -> None:
    found = explorer.explain(lambda x: x + 1, disable=True)(torch.ones(2))
    (finding,) = [each for each in found.report.findings if each.kind == "nothing_compiled"]
    assert finding.code == "DISABLED" and finding.advice == ("Leave disable=True out, and torch.compile compiles.",)
