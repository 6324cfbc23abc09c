"""What reduce-overhead and max-autotune did: CUDA graphs recorded or not and why, candidates measured with times."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report import Step
from explorer.views.clean import one_line
from explorer.views.outline.index import Index


@dataclass(frozen=True, slots=True)
class RecordingRow:
    """A graph, a part of it, or what keeps a part from being recorded as a CUDA graph."""

    graph: int | None
    direction: str
    what: str
    recorded: bool | None
    operations: int | None
    why: str
    place: str
    step: Step


@dataclass(frozen=True, slots=True)
class CandidateRow:
    """A candidate for an operation: its milliseconds, and how often that of the fastest it takes."""

    graph: int | None
    direction: str
    choice: int
    operation: str
    inputs: str
    name: str
    kind: str
    milliseconds: float | None
    times_best: float | None
    fastest: bool
    place: str
    step: Step


def recording_rows(index: Index) -> list[RecordingRow]:
    """The rows of every graph for which CUDA graphs were asked for, in order."""
    return [
        RecordingRow(
            graph=graph,
            direction=direction,
            what=_what(step),
            recorded=_flag(step, "recorded"),
            operations=_whole(step.attributes.get("operations")),
            why=one_line(step.detail or "", 200),
            place=index.place(step.place) if step.place is not None else "",
            step=step,
        )
        for graph, direction, step in _steps(index, "cudagraphs")
    ]


def candidate_rows(index: Index) -> list[CandidateRow]:
    """The candidates of every operation, the fastest of each first."""
    rows = []
    for graph, direction, step in _steps(index, "autotune"):
        facts = step.attributes
        rows.append(
            CandidateRow(
                graph=graph,
                direction=direction,
                choice=_whole(facts.get("choice")) or 0,
                operation=one_line(str(facts.get("operation") or ""), 60),
                inputs=one_line(str(facts.get("inputs") or ""), 120),
                name=one_line(step.name, 80),
                kind=one_line(str(facts.get("kind") or ""), 40),
                milliseconds=_number(facts.get("milliseconds")),
                times_best=_number(facts.get("times_best")),
                fastest=bool(facts.get("fastest")),
                place=index.place(step.place) if step.place is not None else "",
                step=step,
            )
        )
    return rows


def _steps(index: Index, stage: str) -> Iterator[tuple[int | None, str, Step]]:
    for compilation, record in index.all_stages(stage):
        for step in record.steps:
            yield index.numbers.get(compilation.key), record.direction, step


def _what(step: Step) -> str:
    part = step.attributes.get("part")
    if step.name == "graph":
        return "the graph"
    return f"part {part}" if step.name == "part" else f"in part {part}"


def _flag(step: Step, name: str) -> bool | None:
    value = step.attributes.get(name)
    return value if isinstance(value, bool) else None


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
