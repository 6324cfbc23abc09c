"""How hard a graph break is to remove, known from the standard sentences among torch's hints.

torch keeps one sentence for each class in torch/_dynamo/graph_break_hints.py; a few words tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable

_TELLING = (
    ("may have been caused by an earlier graph break", "caused_by_earlier"),
    ("likely to be a Dynamo bug", "dynamo_bug"),
    ("may result in an error when running in eager", "user_error"),
    ("graph break is fundamental", "fundamental"),
    ("may be difficult to debug", "difficult"),
    ("possible to write Dynamo tracing rules", "supportable"),
)

FIXABILITY = (*(kind for _, kind in _TELLING), "unknown")
"""Every answer of :func:`fixability`."""


def fixability(hints: Iterable[str]) -> str:
    """The class that ``hints`` put a break in; ``unknown`` when none of them is a standard sentence."""
    text = "\n".join(hints)
    return next((kind for words, kind in _TELLING if words in text), "unknown")


def specific(hints: Iterable[str]) -> tuple[str, ...]:
    """The hints that are about this break and not a standard sentence."""
    return tuple(hint for hint in hints if fixability((hint,)) == "unknown")
