"""Why a stage of a compile left no record: the backend did not ask for it, the compile failed first, a cache had it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple

from explorer.parse.recorded import Recorded
from explorer.parse.timings import seconds

Missing = Literal["absent", "failed", "not_reached"]


class Outcome:
    """How each compile ended, from its ``compilation_metrics`` and ``dynamo_error``."""

    LABELS = ("dynamo_output_graph", "compilation_metrics", "bwd_compilation_metrics", "dynamo_error")

    def __init__(self, events: Iterable[Recorded]) -> None:
        self._graphs: dict[str, None] = {}
        self._metrics: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
        self._failed: dict[tuple[str, str], str] = {}
        for event in events:
            if event.key is not None:
                self._note(event.key, event.label, event.data)

    def _note(self, key: str, label: str, data: Any) -> None:
        if label == "dynamo_output_graph":
            self._graphs[key] = None
        elif label == "dynamo_error":
            self._failed.setdefault((key, "fwd"), "an error")
        elif isinstance(data, dict):
            direction = "bwd" if label.startswith("bwd_") else "fwd"
            self._metrics.setdefault((key, direction), []).append(data)
            if data.get("fail_type"):
                self._failed[key, direction] = str(data["fail_type"])

    @property
    def keys(self) -> tuple[str, ...]:
        """The compiles that handed a graph to a backend."""
        return tuple(self._graphs)

    def seconds(self, key: str, name: str, *without: str, backward: bool = False) -> Took:
        """The seconds in the field ``name`` of the metrics (in µs), less those in the fields ``without``.

        ``backward``: there is a backward too. When torch compiled it inside the forward's compile, the field counts
        both and neither time is known.
        """
        if backward and (key, "bwd") not in self._metrics:
            return Took(None, None)
        return Took(self._sum(key, "fwd", name, without), self._sum(key, "bwd", name, without))

    def _sum(self, key: str, direction: str, name: str, without: tuple[str, ...]) -> float | None:
        """Each backward of a split graph has metrics of its own."""
        told = (seconds(metrics, name, *without) for metrics in self._metrics.get((key, direction), ()))
        known = [each for each in told if each is not None]
        return sum(known) if known else None

    def failure(self, key: str, direction: str = "fwd") -> str | None:
        """The type of the error that ended the compile, or that of the backward."""
        return self._failed.get((key, direction))

    def missing(self, key: str, otherwise: str) -> Missed:
        """State and reason of a stage of which there is no record; ``otherwise`` is the reason when nothing failed."""
        failed = self.failure(key)
        if failed:
            return Missed("not_reached", f"the compile failed before this stage was done ({failed})")
        return Missed("absent", otherwise)


class Took(NamedTuple):
    """Seconds of the forward and the backward; None where they were not measured."""

    fwd: float | None
    bwd: float | None


class Missed(NamedTuple):
    """The state and reason of a stage that made nothing."""

    state: Missing
    reason: str
