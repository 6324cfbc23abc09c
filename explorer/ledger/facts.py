"""What a row says besides its times: lines, names, what is saved, and the break that it stands for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from explorer.ledger.units import Unit
from explorer.report import Compilation, Finding, Place, Report


def backward_calls(compilation: Compilation) -> int:
    """How many kernel calls there are in the code of a backward."""
    stages = (stage for stage in compilation.stages if (stage.stage, stage.direction) == ("codegen", "bwd"))
    return sum(len(kernel.calls) for stage in stages for kernel in stage.kernels)


def breaks_between(report: Report) -> dict[tuple[str, str], Finding]:
    """The break between two graphs, by their compile keys."""
    found: dict[tuple[str, str], Finding] = {}
    for finding in report.findings:
        if finding.kind == "break":
            sides = [str(finding.attributes.get(name) or "").split(", ") for name in ("before", "after")]
            found.update(((one, other), finding) for one in sides[0] for other in sides[1] if one and other)
    return found


def places_of(unit: Unit) -> tuple[Place, ...]:
    """The user's lines of a unit, each once, in the order of its operations."""
    places = {(node.place.file, node.place.line): node.place for node in unit.nodes if node.place}
    return tuple(places.values())


def operation(target: str) -> str:
    """``linear`` for ``torch._C._nn.linear``."""
    return target.rpartition(".")[2] or target


def known_sum(values: Iterable[int | None]) -> int | None:
    """The sum; None when one of the values is not known."""
    known = list(values)
    return None if None in known else sum(value for value in known if value is not None)


def times_over(value: int | None, runs: int) -> int | None:
    """``value`` for every run."""
    return None if value is None else value * runs


def saved_of(saved: Mapping[str, int], unit: Unit) -> int | None:
    """What the operations of a unit keep for the backward; None where nothing is kept at all."""
    found = [saved[node.ref] for node in unit.nodes if node.ref in saved]
    return sum(found) if saved else None


def as_number(value: Any) -> float | None:
    """A metric's value where it is a number."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
