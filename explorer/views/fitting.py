"""A document that fits: how large its JSON would be, found without writing it, and its longest texts and lists cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from explorer.report import Report

CUTS = ((100_000, 1_000_000), (20_000, 100_000), (5000, 20_000), (1000, 2000), (300, 1000), (100, 300), (30, 200))
"""Longest list and longest text (characters), tried in order."""


def fitted(report: Report, most: int) -> dict[str, Any]:
    """The document as JSON values that hold at most about ``most`` characters.

    When something had to be cut, ``left_out`` says how: the longest ``list`` and ``text`` (characters) that stayed.
    """
    whole: dict[str, Any] = msgspec.to_builtins(report)
    if size_of(whole, most) <= most:
        return whole
    document = whole
    for longest, characters in CUTS:
        document = cut(whole, longest, characters)
        document["left_out"] = {"file": None, "texts": 0, "list": longest, "text": characters}
        if size_of(document, most) <= most:
            break
    return document


def size_of(value: Any, most: int) -> int:
    """About how many characters the JSON of ``value`` has; counting stops soon after ``most``."""
    total, todo = 0, [value]
    while todo and total <= most:
        item = todo.pop()
        total += len(item) + 3 if isinstance(item, str) else 6
        if isinstance(item, dict):
            todo += item.keys()
            todo += item.values()
        elif isinstance(item, list | tuple):
            todo += item
    return total


def cut(value: Any, longest: int, characters: int) -> Any:
    """``value`` with every list cut to ``longest`` items and every text to ``characters``."""
    step: Callable[[Any], Any] = lambda item: cut(item, longest, characters)  # noqa: E731
    if isinstance(value, str):
        return value if len(value) <= characters else f"{value[: characters - 1]}…"
    if isinstance(value, list | tuple):
        return [step(item) for item in value[:longest]]
    if isinstance(value, dict):
        return {name: step(value[name]) for name in list(value)[: max(longest, 40)]}
    return value
