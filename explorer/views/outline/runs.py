"""What runs now, for people: for each compiled function its guards, graphs, what Python does, where it goes on."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Compilation, StageRecord, Step
from explorer.views.clean import one_line
from explorer.views.format import many
from explorer.views.outline.index import Index

STAGE = "bytecode"

ARROW = " → "


@dataclass(frozen=True, slots=True)
class RunRow:
    """One compiled function and what its new bytecode does, in order."""

    compilation: Compilation
    function: str
    steps: tuple[Step, ...]
    words: str


def run_rows(index: Index) -> list[RunRow]:
    """A row for each compile whose bytecode was seen, in order."""
    return [
        RunRow(compilation, index.function(compilation), record.steps, _sentence(index, compilation, record))
        for compilation, record in index.all_stages(STAGE)
    ]


def _sentence(index: Index, compilation: Compilation, record: StageRecord) -> str:
    """``12 guards → graph 1 (0/0) → run `print(y)` in Python (line 9) → resume at line 10 as 1/0``."""
    words, joint = "", " or " if any(step.name == "branch" for step in record.steps) else ", then "
    for before, step in zip((None, *record.steps), record.steps, strict=False):
        choice = before is not None and before.name == step.name == "resume"
        sure = "" if step.attributes.get("sure") is not False else " (not certain)"
        words += (joint if choice else ARROW if words else "") + _step(index, compilation, step) + sure
    return words


def _step(index: Index, compilation: Compilation, step: Step) -> str:
    line = step.place.line if step.place else None
    if step.name == "guards":
        guards = sum(len(record.guards) for record in index.stages(compilation.key, "guards"))
        return many(guards, "guard") if guards else "guards"
    if step.name == "graph":
        number = index.numbers.get(compilation.key)
        return f"graph {number} ({compilation.key})" if number else f"graph {compilation.key}"
    if step.name == "write":
        return "write changed attributes back"
    if step.name == "python":
        return _python(step)
    if step.name == "branch":
        return f"decide `{one_line(step.detail or '', 60)}` in Python (line {line})"
    if step.name == "resume":
        after = step.attributes.get("compilations")
        where = f" in {one_line(step.place.function, 60)}" if step.place and step.place.function else ""
        return f"resume at line {line}{where}" + (
            f" as {one_line(str(after), 80)}" if after else " (not compiled, or not met)"
        )
    return "return"


def _python(step: Step) -> str:
    place = step.place
    count = step.attributes.get("instructions")
    if isinstance(count, int) and count > 1 and place is not None:
        lines = f"lines {place.line} to {place.end_line}" if place.end_line else f"line {place.line}"
        return f"the rest in Python ({lines}, {many(count, 'instruction')})"
    return f"run `{one_line(step.detail or '', 60)}` in Python (line {place.line if place else '?'})"
