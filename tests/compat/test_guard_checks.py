"""The guards of compiled frames, checked again: those that ran, in order, and the profiler is as before."""

from __future__ import annotations

import sys
from typing import Any

import torch

from explorer.compat.guard_checks import guard_checks


def cut(x: torch.Tensor, scale: int) -> torch.Tensor:
    y = x * scale
    torch._dynamo.graph_break()
    return y.relu()


def test_each_frame_that_ran_in_order() -> None:
    compiled = torch.compile(cut, backend="eager")
    x = torch.ones(3)
    compiled(x, 2)
    checks = guard_checks(lambda: compiled(x, 2))
    assert [each.compile_id.rpartition("/")[2] for each in checks] == ["0", "0"]
    assert len({each.compile_id for each in checks}) == 2
    assert all(each.check() for each in checks)


def test_a_guard_that_no_longer_holds_says_so() -> None:
    compiled = torch.compile(lambda x: x + 1, backend="eager")
    x = torch.ones(3)
    compiled(x)
    (check,) = guard_checks(lambda: compiled(x))
    assert check.check()
    with torch.no_grad():
        assert not check.check()


def test_the_users_profiler_is_set_again() -> None:
    def mine(*_: Any) -> None: ...

    before = sys.getprofile()
    sys.setprofile(mine)
    try:
        guard_checks(lambda: None)
        assert sys.getprofile() is mine
    finally:
        sys.setprofile(before)


def test_eager_code_has_none() -> None:
    assert guard_checks(lambda: cut(torch.ones(3), 2)) == []
