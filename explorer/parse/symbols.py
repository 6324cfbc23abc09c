"""The dynamic sizes of a compile, from the records of torch's symbolic shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

SYMBOL_LABELS = (
    "create_symbol",
    "create_unbacked_symbol",
    "symbolic_shape_specialization",
    "guard_added_fast",
    "guard_added",
)

_PINNED = re.compile(r"^Eq\((?P<symbol>[a-z]+\d+), (?P<value>-?\d+)\)$")


Raw = Mapping[str, Any]
"""A frame as torch records it: ``filename``, ``line``, ``name``, ``loc``."""


class Pinned(NamedTuple):
    """A size that was fixed: to which value, why in torch's words, and the user's frame that asked for it."""

    value: str
    why: str | None
    frame: Raw | None


class SymbolFacts(NamedTuple):
    """What the records say of one symbol. ``frame`` is the user's frame where it was made."""

    name: str
    hint: str | None = None
    range: str | None = None
    source: str | None = None
    frame: Raw | None = None
    pinned: Pinned | None = None


def read_symbols(records: Iterable[tuple[str, Any]]) -> tuple[SymbolFacts, ...]:
    """The symbols in ``records`` (label and metadata, in order). A later record about a symbol adds to the earlier."""
    found: dict[str, SymbolFacts] = {}
    for label, data in records:
        if not isinstance(data, Mapping):
            continue
        if label in ("create_symbol", "create_unbacked_symbol"):
            made = _made(data)
            found[made.name] = made._replace(pinned=found[made.name].pinned) if made.name in found else made
            continue
        pinned = _pinned(label, data)
        if pinned is not None:
            name, how = pinned
            known = found.get(name) or SymbolFacts(name, source=_source(data))
            found[name] = known if known.pinned and not how.why else known._replace(pinned=how)
    return tuple(found.values())


def known_sizes(records: Iterable[tuple[str, Any]]) -> dict[str, int]:
    """The value of each symbol at the compile, where the records tell one."""
    hints = ((facts.name, facts.hint or "") for facts in read_symbols(records))
    return {name: int(hint) for name, hint in hints if hint.isdigit()}


def _made(data: Raw) -> SymbolFacts:
    return SymbolFacts(
        name=str(data.get("symbol")),
        hint=_text(data.get("val")),
        range=_text(data.get("vr")),
        source=_text(data.get("source")),
        frame=_last_frame(data),
    )


def _pinned(label: str, data: Raw) -> tuple[str, Pinned] | None:
    if label == "symbolic_shape_specialization":
        why = str(data.get("reason") or "").replace("_", " ") or None
        return str(data.get("symbol")), Pinned(str(data.get("value")), why, _last_frame(data))
    match = _PINNED.match(str(data.get("expr")))
    return None if match is None else (match["symbol"], Pinned(match["value"], None, _last_frame(data)))


def _source(data: Raw) -> str | None:
    sources = data.get("sources")
    return str(sources[0]) if isinstance(sources, list | tuple) and sources else None


def _last_frame(data: Raw) -> Raw | None:
    frames = data.get("user_stack")
    last = frames[-1] if isinstance(frames, list | tuple) and frames else None
    return last if isinstance(last, dict) else None


def _text(value: Any) -> str | None:
    return None if value is None else str(value)
