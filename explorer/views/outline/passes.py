"""Inductor's passes for people: each with what it changed, how long it took and where its rule is in torch."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Compilation, Place, Step
from explorer.views.clean import one_line
from explorer.views.outline.index import Index

DIRECTIONS = {"dynamo": "", "joint": "", "fwd": "forward", "bwd": "backward"}


@dataclass(frozen=True, slots=True)
class PassRow:
    """One pass. ``graph`` is the number of the graph, ``where`` its group and direction, ``rule`` a place in torch."""

    compilation: Compilation
    graph: int | None
    direction: str
    where: str
    step: Step
    rule: str

    @property
    def name(self) -> str:
        """The name that torch gives it."""
        return one_line(self.step.name, 80)

    @property
    def nodes(self) -> str:
        """``28 → 25``; empty when the numbers are not known."""
        before, after = (self.step.attributes.get(f"nodes_{when}") for when in ("before", "after"))
        return one_line(f"{before} → {after}", 40) if self.step.changed and before is not None else ""


def pass_rows(index: Index) -> list[PassRow]:
    """Every whole pass, in order; none when the report was made without ``steps=True``."""
    return [
        PassRow(
            compilation,
            index.numbers.get(compilation.key),
            record.direction,
            one_line(f"{step.attributes.get('pass')} {DIRECTIONS[record.direction]}", 40),
            step,
            torch_place(step.place),
        )
        for compilation, record in index.all_stages("passes")
        for step in record.steps
        if "pattern" not in step.attributes
    ]


def torch_place(place: Place | None) -> str:
    """A place in torch's own files, from the package's folder on: ``_inductor/fx_passes/post_grad.py:1225``."""
    if place is None:
        return ""
    file = place.file.replace("\\", "/").rpartition("/torch/")[2]
    return one_line(f"{file}:{place.line}", 120)
