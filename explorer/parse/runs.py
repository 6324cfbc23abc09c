"""What the rewritten bytecode of a function does (``explorer.runs``): which graph it calls, which functions next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from explorer.parse.compiles import Compile
from explorer.parse.recorded import Recorded

RUNS_LABEL = "explorer.runs"

STAGE = "bytecode"


class Runs:
    """The parts of each compile's code in order (see :func:`explorer.compat.bytecode.parts`), by compile key.

    ``known`` are all compiles, by key: those that wrote no code (a rest without operations) are found by name.
    """

    def __init__(self, events: Iterable[Recorded], known: Mapping[str, Compile]) -> None:
        self.by_key: dict[str, Mapping[str, Any]] = {}
        self._compiled: dict[int, list[str]] = defaultdict(list)
        for event in events:
            if event.key is not None:
                self.by_key[event.key] = event.data
                self._compiled[event.data["code"]].append(event.key)
        self._silent: dict[tuple[str, str], list[str]] = defaultdict(list)
        for key, each in known.items():
            if key not in self.by_key and each.function is not None:
                self._silent[each.function.file, each.function.function or ""].append(key)

    def parts(self, key: str) -> list[Mapping[str, Any]]:
        """What the code of one compile does."""
        parts: list[Mapping[str, Any]] = self.by_key.get(key, {}).get("parts", [])
        return parts

    def next(self, part: Mapping[str, Any]) -> tuple[str, ...]:
        """The compiles of the function that a ``resume`` part calls: one for each of its versions, none if not met."""
        if part["kind"] != "resume":
            return ()
        found = self._compiled.get(part["code"], ()) if part.get("code") is not None else ()
        return tuple(found or self._silent.get((part.get("file", ""), part.get("function", "")), ()))
