"""What a capture says of itself."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.report import Finding, Texts
from explorer.stages import notes
from tests.traces import event, trace

BEFORE = {"function": "f", "file": "/me/m.py", "line": 3, "compile_ids": ["0/0"], "entries": 1}
WARNED = {"logger": "torch._dynamo", "level": "WARNING", "message": "Something is slow\nVery slow."}


def fold(*events: Any) -> tuple[Finding, ...]:
    return notes.fold(trace(*events), Texts()).findings


def note(kind: str, data: Any, payload: str | None = None) -> Any:
    return event(f"explorer.{kind}", payload, key=None, data=data)


@pytest.mark.parametrize(
    ("kind", "data", "expected", "words"),
    [
        ("touched", {"what": "one cache entry", "why": "it stays"}, ("touched", "TOUCHED", "note"), "one cache entry"),
        ("degraded", {"feature": "bytecode", "why": "no hook"}, ("degraded", "DEGRADED", "warning"), "bytecode"),
        ("damaged", {"line": 7, "why": "no prefix"}, ("degraded", "LOG_DAMAGED", "warning"), "no prefix"),
        ("precompiled", BEFORE, ("precompiled", "COMPILED_BEFORE", "note"), "f (/me/m.py:3)"),
        ("eager_argument", {"text": "embed(x)", "module": "Embed"}, ("eager", "EAGER_ARGUMENT", "warning"), "embed(x)"),
        ("log", WARNED, ("log", "TORCH_WARNING", "note"), "Something is slow"),
    ],
)
def test_each_kind(kind: str, data: Any, expected: tuple[str, ...], words: str) -> None:
    (finding,) = fold(note(kind, data))
    assert (finding.kind, finding.code, finding.severity) == expected
    assert words in finding.title


def test_remedies() -> None:
    before, eager = fold(note("precompiled", BEFORE), note("eager_argument", {"text": "e(x)", "module": "E"}))
    assert "explorer.explain(f)" in before.advice[0]
    assert "%%compile_explain" in eager.advice[0]


def test_what_is_said_twice_is_counted() -> None:
    (finding,) = fold(*[note("damaged", {"line": line, "why": "no prefix"}, "junk") for line in (3, 9, 12)])
    assert finding.count == 3
    assert "line 3" in finding.message


def test_warnings_of_limits_and_breaks_are_told_elsewhere() -> None:
    limit = {**WARNED, "message": "torch._dynamo hit config.recompile_limit (8)\n   function: 'f' (m.py:3)"}
    broken = {**WARNED, "message": "Odd thing\n  Explanation: It is odd."}
    reason = "Graph break in user code at /me/m.py:3\nGraph Break Reason: Odd thing\n  Explanation: It is odd.\n"
    assert fold(note("log", limit), note("log", broken), event("dynamo_graph_break_reason", reason)) == ()


def test_code_of_a_library_and_many_functions() -> None:
    wrapper = {**BEFORE, "function": "Sequential", "wrapper": True}
    first, *_, last = fold(
        note("precompiled", wrapper), *(note("precompiled", {**BEFORE, "function": f"f{n}"}) for n in range(20))
    )
    assert "Sequential" in first.title and "inner" not in first.title
    assert "explorer.explain(model)(" in first.advice[0]
    assert last.title.startswith("13 more functions") and last.count == 13
