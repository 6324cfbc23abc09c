"""Errors: each told once, the user's line first; what Dynamo only skips is none."""

from __future__ import annotations

from typing import Any

import pytest

from explorer.advice import advise
from explorer.report import Finding, Texts
from explorer.stages import errors
from explorer.tracing.event import Event, Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

TORCH = "/site-packages/torch/_dynamo/exc.py"


def found_in(*events: Event) -> tuple[Finding, ...]:
    return errors.fold(trace(*events), Texts()).findings


def test_what_a_program_met(recorded_traces: Any) -> None:
    texts = Texts()
    found = errors.fold(Trace(read_log(recorded_traces["failures"])), texts).findings
    told = {(each.kind, each.code, each.attributes["stage"]) for each in found}
    assert told == {
        ("error", "TorchRuntimeError", "dynamo"),
        ("error", "Unsupported", "dynamo"),
        ("error", "BackendCompilerFailed", "backend"),
        ("eager", "BackendCompilerFailed", "backend"),
    }
    by_code = {each.code: each for each in found if each.kind == "error"}
    runtime = by_code["TorchRuntimeError"]
    assert runtime.place is not None and runtime.place.source == "return torch.ones(2, 3) @ x.sin()"
    assert runtime.attributes["type"] == "torch._dynamo.exc.TorchRuntimeError"
    assert "from user code" not in runtime.message and "TORCHDYNAMO_VERBOSE" not in runtime.message
    assert by_code["Unsupported"].attributes["gb_id"] == "GB0059"
    assert "the backend is broken" in by_code["BackendCompilerFailed"].title
    text = texts.by_key[str(runtime.text)]
    assert text.startswith("Traceback (most recent call last):")
    assert "site-packages" not in text


def told(kind: str, message: str, **more: Any) -> Event:
    frames = [{"filename": "/me/m.py", "line": 7, "name": "f", "loc": "y = bad(x)"}]
    data = {"type": kind, "message": message, "stage": "run", "call": 0, "frames": frames, **more}
    return event("explorer.error", "the trace", key=None, data=data)


def raised(kind: str, message: str, key: str = "0/0") -> Event:
    payload = (
        f'Traceback (most recent call last):\n  File "{TORCH}", line 1, in x\n    raise\n{kind}: {message}\n\n'
        'from user code:\n   File "/me/m.py", line 7, in f\n    y = bad(x)\n\nSet TORCHDYNAMO_VERBOSE=1 for more\n'
    )
    return event("dynamo_error", payload, key=key)


def metrics(kind: str, message: str, key: str = "0/0", **more: Any) -> Event:
    data = {"fail_type": kind, "fail_reason": message, "has_guarded_code": False, **more}
    return event("compilation_metrics", key=key, data=data)


START = event("dynamo_start", data={"stack": [{"filename": "/me/m.py", "line": 3, "name": "f"}]})


def test_one_error_told_by_three_records_is_one() -> None:
    kind = "torch._dynamo.exc.TorchRuntimeError"
    (finding,) = found_in(
        START, raised(kind, "no\n  Explanation: It cannot."), metrics("TorchRuntimeError", "no"), told(kind, "no")
    )
    assert (finding.code, finding.attributes["stage"], finding.attributes["call"]) == ("TorchRuntimeError", "run", 0)
    assert finding.compilations == ("0/0",)
    assert finding.place is not None and finding.place.line == 7


WRONG = "a and b must have same reduction dim, but got [3, 5] X [4, 4]."
MISSING = "There was no fake impl registered for <CustomOpDef(my::op)>."


@pytest.mark.parametrize(
    ("node", "message", "custom"),
    [
        ("<built-in function matmul>(*(FakeTensor(..., size=(3, 5)),), **{})", WRONG, False),
        ("aten.mm.default(*(FakeTensor(..., size=(3, 5)),), **{})", WRONG, False),
        ("my.op.default(*(FakeTensor(..., size=(3, 5)),), **{})", MISSING, True),
    ],
)
def test_the_operators_own_error_comes_first(node: str, message: str, custom: bool) -> None:
    said = (
        "RuntimeError when making fake tensor call\n  Explanation: Dynamo failed to run FX node with fake tensors: "
        f"call_function {node}: got RuntimeError({message!r})\n  Hint: Your code may result in an error when running in"
        " eager.\n\n  Developer debug context: \n\n For more details about this graph break, please visit: "
        "https://example.org/gb/gb4315.html"
    )
    (finding,) = found_in(START, told("torch._dynamo.exc.TorchRuntimeError", said))
    assert finding.title == f"/me/m.py:7: RuntimeError: {message}"
    assert "Dynamo failed to run FX node" in finding.message
    (advice,) = advise(finding).advice
    assert ("register_fake" in advice, "Check the shapes" in advice) == (custom, not custom)


def test_an_error_that_torch_wraps_is_one() -> None:
    inner, outer = "KeyError", "torch._dynamo.exc.InternalTorchDynamoError"
    (finding,) = found_in(START, raised(inner, "'k'"), metrics(inner, "'k'"), told(outer, "KeyError: 'k'"))
    assert finding.code == "InternalTorchDynamoError"


def test_two_errors_are_two() -> None:
    assert len(found_in(told("ValueError", "a"), told("ValueError", "b"))) == 2


def test_the_line_comes_from_torchs_summary_when_the_message_has_none() -> None:
    (finding,) = found_in(
        START, metrics("ValueError", "bad", fail_user_frame_filename="/me/m.py", fail_user_frame_lineno=5)
    )
    assert finding.place is not None and (finding.place.file, finding.place.line) == ("/me/m.py", 5)
    (finding,) = found_in(START, metrics("ValueError", "bad"))
    assert finding.place is not None and finding.place.line == 3


def test_a_skipped_function_and_a_limit_are_no_errors() -> None:
    skip = (
        "Graph break in user code at /me/m.py:4\nGraph Break Reason: Failed to handle graph break gracefully. …:\n\n"
        "Odd\n\nUser code traceback:\n\nNoneType: None\n"
    )
    kind = "torch._dynamo.exc.Unsupported"
    assert found_in(START, event("dynamo_graph_break_reason", skip), raised(kind, "Odd"), metrics(kind, "Odd")) == ()
    limit = "Dynamo recompile limit exceeded\n  Explanation: …"
    assert found_in(event("recompile_reasons", "0/0: k == 1", key="0/1"), metrics("Unsupported", limit, "0/1")) == ()


def test_a_failing_backward_is_an_error() -> None:
    (finding,) = found_in(START, event("bwd_compilation_metrics", data={"fail_type": "X", "fail_reason": "no"}))
    assert (finding.code, finding.compilations) == ("X", ("0/0",))


@pytest.mark.parametrize("payload", [None, "", "not a traceback", "Traceback (most recent call last):\n  File"])
def test_tracebacks_that_cannot_be_read(payload: str | None) -> None:
    assert found_in(START, event("dynamo_error", payload)) == ()
