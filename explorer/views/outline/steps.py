"""Dynamo's steps for people: what happened in each compile, and each step with what it found and added."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report import Compilation, Place, StageRecord, Step, TensorSpec
from explorer.report.stepping import STAGE, Added, Entry, FrameState, StepLog, Value, read_log, walk
from explorer.views.clean import one_line
from explorer.views.format import many, spec
from explorer.views.outline.index import Index

TOP = 3
"""So many values of the top of the stack are shown."""

_TORCHS = ("__nested_", "__is_tracing_")
"""How names start that Dynamo adds to the locals of a resumed function."""

MOMENTS = {
    "stop": "cannot go on",
    "break": "graph break",
    "restart": "restart",
    "graph": "graph ends",
    "skip": "given up",
    "raise": "raises",
    "error": "error",
}
"""The steps that are no instructions, in words."""

SPECULATIONS: dict[object, str] = {"noted": "can go back to here", "failed": "here the attempt before broke"}


@dataclass(frozen=True, slots=True)
class Followed:
    """One compile that was followed. ``log`` is None where its text was left out of the report."""

    compilation: Compilation
    record: StageRecord
    log: StepLog | None
    graph: int | None
    title: str


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step. ``entered`` is the function, where it is not that of the step before.

    ``stack`` and ``locals`` are what it finds, ``nodes`` and ``guards`` what it adds; empty if unknown.
    """

    step: Step
    place: str
    entered: str
    depth: int
    attempt: int
    words: str
    stack: tuple[Value, ...]
    locals: dict[str, Value]
    nodes: tuple[Added, ...]
    guards: tuple[str, ...]


def followed(index: Index) -> list[Followed]:
    """The compiles whose steps are in the report."""
    found = []
    for compilation, record in index.all_stages(STAGE):
        log = read_log(index.report, record)
        title = f"{compilation.key} {index.function(compilation)}: {_counts(record, log)}"
        found.append(Followed(compilation, record, log, index.numbers.get(compilation.key), title))
    return found


def step_rows(each: Followed) -> Iterator[StepRow]:
    """Every step of one compile, in order."""
    log = each.log
    around: str | None = None
    states: Iterator[tuple[Entry, FrameState]] | None = zip(log.steps, walk(log), strict=True) if log else None
    for step in each.record.steps:
        entry, state = next(states) if states is not None else (None, None)
        function = step.place.function or "" if step.place else ""
        yield StepRow(
            step=step,
            place=_columns(step.place),
            entered=one_line(function, 60) if function != around else "",
            depth=_count(step.attributes.get("depth")),
            attempt=_count(step.attributes.get("attempt")),
            words=one_line(f"{MOMENTS.get(step.name, step.name)} {step.detail or ''}", 300),
            stack=state.stack if state else (),
            locals={} if state is None else _own(state.locals),
            nodes=entry.nodes if entry else (),
            guards=entry.guards if entry else (),
        )
        around = function


def _own(names: dict[str, Value]) -> dict[str, Value]:
    """The locals without Dynamo's own."""
    return {name: value for name, value in names.items() if not name.startswith(_TORCHS)}


def moments(each: Followed) -> list[Step]:
    """The steps that tell why the run does not simply go on: breaks, restarts, ends of graphs.

    An exception that the program handles itself, as each end of a loop is one, is not among them.
    """
    return [step for step in each.record.steps if step.name in MOMENTS and step.name != "raise"]


def span(index: Index, place: Place | None) -> str:
    """``model.py:12:8-20``, columns from 0."""
    return ":".join(filter(None, (index.place(place), _columns(place).partition(":")[2])))


def _columns(place: Place | None) -> str:
    """``12:8-20``, or ``12`` where the columns are not known."""
    if place is None or place.line is None:
        return ""
    if place.column is None or place.end_column is None:
        return str(place.line)
    end = place.end_column if place.end_line in (None, place.line) else f"{place.end_line}:{place.end_column}"
    return f"{place.line}:{place.column}-{end}"


def value_words(value: Value) -> str:
    """A value on a line: ``y f32[3]``, ``2``, ``function relu``."""
    makes = spec(TensorSpec(dtype=value.dtype, shape=value.shape)) if value.dtype else ""
    name = value.node or (value.source if makes else None)
    words = (name, makes, value.text or (None if makes else value.kind))
    return one_line(" ".join(word for word in words if word), 80)


def stack_words(stack: tuple[Value, ...]) -> str:
    """The stack, top first: the first few values, then how many more."""
    shown = "; ".join(value_words(value) for value in stack[::-1][:TOP])
    return f"{shown}; {len(stack) - TOP} more" if len(stack) > TOP else shown


def added_words(row: StepRow) -> str:
    """What a step added: nodes as code, how many guards; and whether Dynamo could go back to it, or had to."""
    words = [f"{node.name} = {node.code}" for node in row.nodes]
    words += [many(len(row.guards), "guard")] if row.guards else []
    words += [SPECULATIONS[each] for each in [row.step.attributes.get("speculation")] if each in SPECULATIONS]
    return one_line("; ".join(words), 300)


def _count(value: object) -> int:
    """An attribute that is left out when it is 0."""
    return value if isinstance(value, int) else 0


def _counts(record: StageRecord, log: StepLog | None) -> str:
    attempts = 1 + max((_count(step.attributes.get("attempt")) for step in record.steps), default=0)
    words = f"{many(len(record.steps), 'step')} in {many(attempts, 'attempt')}"
    if log is not None:
        calls = sum(frame.parent is not None and frame.attempt == attempts - 1 for frame in log.frames)
        words += f", {many(calls, 'call')} followed into"
        words += f"; {many(log.left_out, 'more step')} beyond the limit" if log.left_out else ""
    return words
