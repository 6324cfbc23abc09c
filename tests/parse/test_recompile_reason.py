"""Reasons of recompiles: forms that recorded programs do not show."""

from __future__ import annotations

import pytest

from explorer.parse.guard_text import for_people, read_guard, with_local_names
from explorer.parse.recompile_reason import Cause, cause_of, matches, read_reasons
from explorer.parse.recompile_words import words


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("tensor 'x' device mismatch. expected cpu, actual mps", Cause("RECOMPILE_DEVICE", "x", None, "cpu", "mps")),
        ("tensor 'x' Tensor device index mismatch. Expected device index to be 0, got 1", Cause("RECOMPILE_GUARD")),
        (
            "tensor 'x' requires_grad mismatch. expected requires_grad=1",
            Cause("RECOMPILE_REQUIRES_GRAD", "x", None, "True", "False"),
        ),
        ("GLOBAL_STATE changed: default_dtype ", Cause("RECOMPILE_DEFAULT_DTYPE", "default_dtype")),
        ("GLOBAL_STATE changed: deterministic_algorithms", Cause("RECOMPILE_GLOBAL_STATE", "deterministic_algorithms")),
        ("utils_device.CURRENT_DEVICE == device(type='cpu')", Cause("RECOMPILE_DEFAULT_DEVICE")),
        ("not ___dict_contains('a', options)", Cause("RECOMPILE_KEYS")),
        ("not xs", Cause("RECOMPILE_LENGTH", "xs", None, "0")),
        ("x.size()[0] == y.size()[0]", Cause("RECOMPILE_EQUAL_SIZES", None, None, "x.size()[0] == y.size()[0]")),
        ("0 <= pos <= 31", Cause("RECOMPILE_RANGE", None, None, "0 <= pos <= 31")),
        ("cfg == {'a': [1, 2]}", Cause("RECOMPILE_VALUE", "cfg", None, "{'a': [1, 2]}")),
        ("___stack0[0] == 2", Cause("RECOMPILE_CARRIED", "___stack0[0]", None, "2")),
        ("cfg == <Thing>", Cause("RECOMPILE_VALUE", "cfg", None, "<Thing>")),
        ("___check_obj_id(self.f, 12), type=<class 'F'>", Cause("RECOMPILE_OBJECT", "self.f")),
        (
            "Cache line invalidated because G['f'].__code__ got deallocated",
            Cause("RECOMPILE_CODE", "G['f'].__code__"),
        ),
        ("Cache line invalidated because L['x'].y got deallocated", Cause("RECOMPILE_FREED", "L['x'].y")),
        ("len(batch) != 1", Cause("RECOMPILE_KEYS", "batch", None, "1")),
        ("something new in torch", Cause("RECOMPILE_GUARD")),
        ("", Cause("RECOMPILE_GUARD")),
    ],
)  # fmt: skip
def test_causes(text: str, cause: Cause) -> None:
    assert cause_of(read_guard(text)) == cause
    assert words(cause, text)


def test_a_reason_with_everything() -> None:
    (reason,) = read_reasons(
        "!1/3/0: self.n == 3      # return x * self.n  # me/m.py:7 in f (HINT: make it dynamic (or not).)\n"
        'User stack trace:\n  File "/me/m.py", line 7, in f\n    return x * self.n'
    )
    assert (reason.compile_id, reason.guard.expression) == ("!1/3/0", "self.n == 3")
    assert reason.guard.hint == "make it dynamic (or not)."
    assert [(frame.file, frame.line, frame.source) for frame in reason.guard.frames] == [
        ("me/m.py", 7, "return x * self.n")
    ]
    assert reason.stack[0].file == "/me/m.py"
    assert matches(reason, "EQUALS_MATCH", "L['self'].n == 3")
    (freed,) = read_reasons("0/0: Cache line invalidated because G['f'].__code__ got deallocated")
    assert matches(freed, "ID_MATCH", "___check_obj_id(G['f'].__code__, 1234), type=<class 'code'>")
    assert not matches(reason, "EQUALS_MATCH", "L['self'].n == 4")


def test_two_places_of_one_guard() -> None:
    guard = read_guard(
        "2 <= x.size()[0] <= 8  # n = x.shape[0]  # m.py:3 in f (user code shown is first use of this value--note) "
        "and if n > 8:  # m.py:4 in f (_dynamo/variables/tensor.py:26 in evaluate_expr)"
    )
    assert [(frame.line, frame.source) for frame in guard.frames] == [(3, "n = x.shape[0]"), (4, "if n > 8:")]
    assert guard.hint is not None and guard.hint.startswith("user code shown is first use")


def test_a_comment_in_the_users_code_is_code() -> None:
    guard = read_guard("n == 3      # return n  # keep it  # m.py:3 in f")
    assert [(frame.file, frame.source) for frame in guard.frames] == [("m.py", "return n  # keep it")]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("L['self']._modules['drop'].training", "self.drop.training"),
        ("self._modules['layers']._modules['0']._parameters['weight']", "self.layers[0].weight"),
        ("G['helper'].__code__", "helper"),
        ("L['x']", "x"),
    ],
)
def test_names_for_people(source: str, shown: str) -> None:
    assert for_people(source) == shown


def test_local_names() -> None:
    assert with_local_names("L['a'] + L[\"b\"].size()[0]") == "a + b.size()[0]"


@pytest.mark.parametrize("wanted", ["a tensor type, '", "<class 'torch.Tensor'>,"])
def test_a_tensor_that_became_a_number(wanted: str) -> None:
    """The words of torch 2.11 to 2.13, and those of 2.14."""
    (reason,) = read_reasons(f"0/0: expected type of 'y' to be {wanted} but found <class 'int'>")
    assert reason.cause == ("RECOMPILE_TYPE", "y", None, "a tensor", "int")
