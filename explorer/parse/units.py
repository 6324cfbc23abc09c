"""Which records belong together: one unit for each graph that Inductor compiled, forward or backward.

Forward and backward share a compile id, a backward may come much later than its forward or inside its compile, and one
compile may hold several graphs (DDP splits). Records of one graph come in a fixed order (torch/_inductor/compile_fx.py,
``codegen_and_compile``; torch/_inductor/codecache.py for a cache hit), so a record that is out of order, or of a kind
that the unit already has, starts the next unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Generic, Literal, TypeVar

from explorer.parse.recorded import Recorded

RANKS = {
    "fx_graph_runnable": 0,
    "before_post_grad_graph": 1,
    "inductor_post_grad_graph": 2,
    "after_post_grad_graph": 2,
    "inductor_post_to_pre_grad_nodes": 3,
    "inductor_output_code": 4,
    "inductor_runtime_and_tensor_meta": 5,
    "inductor_collective_schedule": 5,
    "inductor_triton_kernel_to_post_grad_nodes": 5,
    "inductor_provenance_tracking_node_mappings": 5,
    "inductor_provenance_tracking_kernel_stack_traces": 5,
    "fx_graph_cache_hit": 5,
    "fx_graph_cache_miss": 5,
    "fx_graph_cache_bypass": 5,
    "fx_graph_bundled_cache_hit": 5,
}
"""The labels of the records of a unit, and when they come."""

HITS = frozenset({"fx_graph_cache_hit", "fx_graph_bundled_cache_hit"})
AOT_HIT = "aotautograd_cache_hit"

_AOT_ID = re.compile(r"^# AOT ID: \[.*?(\d+)_(forward|backward|inference)'?\]", re.MULTILINE)
_TANGENT = re.compile(r"\btangents_\d+\b")


E = TypeVar("E", bound=Recorded)


class Unit(Generic[E]):
    """One graph that Inductor compiled: its records by label.

    ``index`` counts the graphs of one compile and direction from 0; ``prefix`` makes names unique among them.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.direction: Literal["fwd", "bwd"] = "fwd"
        self.index = 0
        self.records: dict[str, E] = {}
        self.aot_id: int | None = None

    @property
    def prefix(self) -> str:
        """``""`` for the first graph of its direction, else ``"1."``, ``"2."``, …"""
        return f"{self.index}." if self.index else ""

    @property
    def cached(self) -> bool:
        """Whether the code came from the FX graph cache."""
        return not HITS.isdisjoint(self.records)

    def get(self, *labels: str) -> E | None:
        """The record with the first of ``labels`` that is there."""
        return next((self.records[label] for label in labels if label in self.records), None)

    def text(self, *labels: str) -> str | None:
        """The payload of :meth:`get`."""
        record = self.get(*labels)
        return record.payload if record else None

    @property
    def compiled(self) -> bool:
        """Whether there is a graph or code, and not only word of a cache."""
        return any(RANKS[label] < 5 for label in self.records)


def last_attempts(events: Iterable[E]) -> list[E]:
    """The events without those of attempts that Dynamo gave up: what came before the last attempt of each compile."""
    kept: dict[str | None, tuple[int, list[E]]] = {}
    for event in events:
        attempt, found = kept.get(event.key, (event.attempt, []))
        if event.attempt > attempt:
            attempt, found = event.attempt, []
        found.append(event)
        kept[event.key] = (attempt, found)
    return [event for _, found in kept.values() for event in found]


def units(events: Iterable[E]) -> dict[str, list[Unit[E]]]:
    """The units by compile key, in the order of compiling. ``events`` are those with a label of :data:`RANKS`."""
    grouped: dict[str, list[Unit[E]]] = {}
    for event in last_attempts(events):
        if event.key is None or event.label not in RANKS:
            continue
        of_key = grouped.setdefault(event.key, [])
        if not of_key or not _continues(of_key[-1], event.label):
            of_key.append(Unit(event.key))
        of_key[-1].records[event.label] = event
    for of_key in grouped.values():
        _direct(of_key)
    return grouped


def backward_ids(found: dict[str, list[Unit[E]]]) -> set[int]:
    """The ``id`` of every event of a unit that is a backward."""
    return {
        id(event)
        for of_key in found.values()
        for unit in of_key
        if unit.direction == "bwd"
        for event in unit.records.values()
    }


def _continues(unit: Unit[E], label: str) -> bool:
    last = max(RANKS[known] for known in unit.records)
    cache = label.startswith("fx_graph_") and RANKS[label] == 5
    told = cache and any(known.startswith("fx_graph_") and RANKS[known] == 5 for known in unit.records)
    return label not in unit.records and RANKS[label] >= last and not told


def _direct(found: list[Unit[E]]) -> None:
    """Give each unit its direction and index: a backward has the index of the forward with its AOT id, else its own."""
    for unit in found:
        unit.aot_id, unit.direction = _identity(unit)
    forwards = [unit for unit in found if unit.direction == "fwd" and unit.compiled]
    for index, unit in enumerate(forwards):
        unit.index = index
    free = _Indices({unit.aot_id: unit.index for unit in forwards if unit.aot_id is not None})
    for unit in found:
        if unit.direction == "bwd":
            unit.index = free.take(unit.aot_id)


class _Indices:
    """Hands out the indices of backwards, each once."""

    def __init__(self, by_id: dict[int, int]) -> None:
        self._by_id = by_id
        self._taken: set[int] = set()

    def take(self, aot_id: int | None) -> int:
        wanted = self._by_id.get(aot_id) if aot_id is not None else None
        if wanted is None or wanted in self._taken:
            wanted = next(index for index in range(len(self._taken) + 1) if index not in self._taken)
        self._taken.add(wanted)
        return wanted


def _identity(unit: Unit[E]) -> tuple[int | None, Literal["fwd", "bwd"]]:
    """The AOT id and the direction: as the code says, else by the tangents that only a backward graph takes."""
    said = _AOT_ID.search((unit.text("inductor_output_code") or "")[:2000])
    if said:
        return int(said[1]), "bwd" if said[2] == "backward" else "fwd"
    return None, "bwd" if any(_TANGENT.search(text) for text in _signatures(unit)) else "fwd"


def _signatures(unit: Unit[E]) -> Iterator[str]:
    for label in ("inductor_post_grad_graph", "before_post_grad_graph", "after_post_grad_graph"):
        text = unit.text(label)
        if text is not None:
            start = text.find("def forward(")
            yield text[start : text.find("):", start)] if start >= 0 else ""
