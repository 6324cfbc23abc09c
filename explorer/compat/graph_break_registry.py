"""torch's own list of graph breaks, read from the installed wheel without importing torch.

``torch/_dynamo/graph_break_registry.json`` maps an id to its versions, newest first: ``{"GB0059": [{"Gb_type": …,
"Context": …, "Explanation": …, "Hints": […]}, …]}``. It is private; without it a break keeps what its record says.
"""

from __future__ import annotations

import functools
import importlib.util
import os
import re
from collections.abc import Iterable
from typing import Any

import msgspec

_ID = re.compile(r"/gb(\d+)\.html")


def entries_in(payloads: Iterable[str | None]) -> dict[str, dict[str, Any]]:
    """The entries of the breaks that ``payloads`` (texts of break records) link to, by id.

    An entry is ``{"gb_type", "explanation", "hints"}``; its texts hold ``{placeholders}`` where torch fills in names.
    """
    wanted = {f"GB{number}" for payload in payloads if payload for number in _ID.findall(payload)}
    known = _registry() if wanted else {}
    found = {gb_id: _entry(known[gb_id]) for gb_id in sorted(wanted & known.keys())}
    return {gb_id: entry for gb_id, entry in found.items() if entry is not None}


def _entry(versions: Any) -> dict[str, Any] | None:
    newest = versions[0] if isinstance(versions, list) and versions else None
    if not isinstance(newest, dict) or not isinstance(newest.get("Gb_type"), str):
        return None
    hints = newest.get("Hints")
    return {
        "gb_type": newest["Gb_type"],
        "explanation": str(newest.get("Explanation") or ""),
        "hints": [str(hint) for hint in hints] if isinstance(hints, list) else [],
    }


@functools.cache
def _registry() -> dict[str, Any]:
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        return {}
    path = os.path.join(os.path.dirname(found.origin), "_dynamo", "graph_break_registry.json")
    try:
        with open(path, "rb") as file:
            content = msgspec.json.decode(file.read())
    except (OSError, msgspec.DecodeError):
        return {}
    return content if isinstance(content, dict) else {}
