"""The components of a cache key (``[hash] name: value``, torch/_inductor/codecache.py, ``debug_lines``), compared."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_COMPONENT = re.compile(r"^\[(\w+)\] ([^:]+): ?(.*)$", re.DOTALL)


class Changed(NamedTuple):
    """A component that two keys do not share; None: that key has none of this name."""

    name: str
    before: str | None
    after: str | None


def key_difference(before: Iterable[str], after: Iterable[str]) -> tuple[Changed, ...]:
    """What differs between two lists of components, in order. The same name may occur more than once."""
    old, new = _named(before), _named(after)
    return tuple(
        Changed(name, _value(old, name), _value(new, name))
        for name in dict.fromkeys((*new, *old))
        if [each[0] for each in old.get(name, ())] != [each[0] for each in new.get(name, ())]
    )


def _named(components: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    for component in components:
        match = _COMPONENT.match(component)
        if match is not None:
            found.setdefault(match[2], []).append((match[1], match[3]))
    return found


def _value(named: dict[str, list[tuple[str, str]]], name: str) -> str | None:
    return "; ".join(value for _, value in named[name]) if name in named else None
