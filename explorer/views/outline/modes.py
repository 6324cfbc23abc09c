"""The modes that code was compiled in: regions of autocast, torch.func and gradients, casts, the guarded state."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report import Step
from explorer.views.clean import one_line
from explorer.views.format import ranges
from explorer.views.outline.index import Index

STAGE = "modes"


@dataclass(frozen=True, slots=True)
class RegionRow:
    """A region of a graph: what is on in it, its lines, how many operations, how many regions around it."""

    graph: int | None
    told: str
    lines: str
    operations: int
    depth: int
    step: Step


@dataclass(frozen=True, slots=True)
class CastRow:
    """A cast that autocast put in: of which value, for which operation, the bytes that it writes."""

    graph: int | None
    place: str
    change: str
    value: str
    operation: str
    bytes: int | None
    backward: bool
    step: Step


def region_rows(index: Index) -> list[RegionRow]:
    """The regions of every graph, in the order in which they begin."""
    return [_region(index, graph, step) for graph, step in _steps(index) if step.name != "cast"]


def cast_rows(index: Index) -> list[CastRow]:
    """The casts of every graph, in order."""
    return [_cast(index, graph, step) for graph, step in _steps(index) if step.name == "cast"]


def state_rows(index: Index) -> list[tuple[str, str]]:
    """The state that graphs were compiled under and are guarded by, each with the numbers of its graphs (``1-3``)."""
    graphs: dict[str, list[int]] = defaultdict(list)
    for compilation, stage in index.all_stages(STAGE):
        number = index.numbers.get(compilation.key)
        told = ", ".join(f"{metric.name} {metric.value}" for metric in stage.metrics)
        if told and number is not None:
            graphs[one_line(told, 300)].append(number)
    return [(ranges(numbers), told) for told, numbers in graphs.items()]


def _steps(index: Index) -> Iterator[tuple[int | None, Step]]:
    for compilation, stage in index.all_stages(STAGE):
        for step in stage.steps:
            yield index.numbers.get(compilation.key), step


def _region(index: Index, graph: int | None, step: Step) -> RegionRow:
    return RegionRow(
        graph=graph,
        told=one_line(step.detail or step.name, 100),
        lines=_lines(index, step),
        operations=_whole(step.attributes.get("operations")) or 0,
        depth=_whole(step.attributes.get("depth")) or 0,
        step=step,
    )


def _lines(index: Index, step: Step) -> str:
    if step.place is None:
        return ""
    first, last = step.place.line, _whole(step.attributes.get("end_line"))
    return index.place(step.place) + (f"-{last}" if first is not None and last is not None and last > first else "")


def _cast(index: Index, graph: int | None, step: Step) -> CastRow:
    facts = step.attributes
    return CastRow(
        graph=graph,
        place=index.place(step.place) if step.place is not None else "",
        change=one_line(step.detail or "", 60),
        value=one_line(str(facts.get("of") or ""), 80),
        operation=one_line(str(facts.get("for") or ""), 60),
        bytes=_whole(facts.get("bytes")),
        backward=bool(facts.get("backward")),
        step=step,
    )


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
