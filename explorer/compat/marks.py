"""Marking the dimensions of tensors as dynamic or unbacked before a compile."""

from __future__ import annotations

from typing import Any

from explorer.compat.private import Private

DYNAMIC = Private(
    "torch._dynamo:mark_dynamic",
    "trying mark_dynamic",
    "mark_dynamic is not tried",
)
UNBACKED = Private(
    "torch._dynamo.decorators:mark_unbacked",
    "trying mark_unbacked",
    "mark_unbacked is not tried",
)


def mark_dynamic(tensor: Any, dimension: int) -> None:
    """Say that this size varies. Raises ``RuntimeError`` where torch has no such function."""
    _call(DYNAMIC, tensor, dimension)


def mark_unbacked(tensor: Any, dimension: int) -> None:
    """Say that this size varies, 0 and 1 included. Raises ``RuntimeError`` where torch has no such function."""
    _call(UNBACKED, tensor, dimension)


def _call(private: Private, tensor: Any, dimension: int) -> None:
    mark = private.get()
    if mark is None:
        raise RuntimeError(private.without)
    mark(tensor, dimension)
