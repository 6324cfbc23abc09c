"""What runs in place of a compiled function: its guards, the graph, what is left to Python, and where it goes on.

Read from the bytecode that Dynamo wrote. This is no decompiler: values that are moved about between the parts are left
out, and what cannot be told for sure says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from explorer.parse.compiles import COMPILE_LABELS, compiles
from explorer.parse.runs import RUNS_LABEL, STAGE, Runs
from explorer.parse.stacks import resumed
from explorer.report import Part, Place, StageRecord, Step, Texts, make_ref
from explorer.tracing.event import Trace

LABELS = frozenset({RUNS_LABEL})


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile whose new bytecode was seen.

    Its steps are named ``guards``, ``graph``, ``write`` (Python puts back attributes that the graph's part of the
    program changed), ``python`` (the user's instructions that Python runs), ``branch`` (Python decides), ``resume``
    (the rest of the function is called, itself a function that may be compiled) and ``return``. ``detail`` is the
    user's expression, or the name in the bytecode. ``refs`` are the graph, or the first steps of what is called next.
    Attributes: ``sure`` is False where the account may be wrong, ``name`` in the bytecode, ``instructions`` (how many
    are left to Python), ``compilations`` that a ``resume`` leads to, separated by commas.
    """
    del texts
    runs = Runs(trace.of(RUNS_LABEL), compiles(trace.of(*COMPILE_LABELS)))
    return Part(stages={key: (_record(trace, runs, key),) for key in runs.by_key})


def _record(trace: Trace, runs: Runs, key: str) -> StageRecord:
    parts: list[Mapping[str, Any]] = [{"kind": "guards"}, *runs.parts(key)]
    kinds = [part["kind"] for part in parts]
    # a break in a helper that is resumed there: the functions around it are called one in the other
    nested = kinds.count("resume") > 1 and "branch" not in kinds
    steps = tuple(_step(trace, runs, key, index, part, nested=nested) for index, part in enumerate(parts))
    return StageRecord(stage=STAGE, direction="dynamo", steps=steps)


def _step(trace: Trace, runs: Runs, key: str, index: int, part: Mapping[str, Any], *, nested: bool) -> Step:
    kind = str(part["kind"])
    place = _place(trace, runs.by_key[key], part)
    after = runs.next(part)
    refs = tuple(make_ref(each, "dynamo", STAGE, "step", "0") for each in after)
    if kind == "graph":
        refs = (make_ref(key, "dynamo", "dynamo", "graph", "graph"),)
    several = nested or int(part.get("count", 1)) > 1
    unsure = part.get("code") is None if kind == "resume" else several and kind == "python"
    facts: dict[str, str | int | bool | None] = {
        "sure": False if unsure else None,
        "name": part.get("name"),
        "instructions": part.get("count"),
        "compilations": ", ".join(after) or None,
    }
    return Step(
        ref=make_ref(key, "dynamo", STAGE, "step", str(index)),
        name=kind,
        index=index,
        place=place,
        detail=_text(trace, place) if kind in ("python", "branch") else part.get("name"),
        refs=refs,
        attributes={name: value for name, value in facts.items() if value is not None},
    )


def _place(trace: Trace, of: Mapping[str, Any], part: Mapping[str, Any]) -> Place | None:
    """The span of the user's instructions, or the line at which a function goes on."""
    file = str(of["file"])
    if part["kind"] == "resume":
        return _goes_on(trace, of, part)
    if part.get("at") is None:
        return None
    line, end_line, column, end_column = part["at"]
    known = trace.place(file, line)
    many = part.get("count", 1) > 1
    last = part.get("last") or end_line
    return Place(
        file=file,
        line=line,
        end_line=last if last != line else None,
        column=None if many else _characters(trace, file, line, column),
        end_column=None if many else _characters(trace, file, end_line, end_column),
        cell_id=known.cell_id,
        execution_count=known.execution_count,
        source=known.source,
    )


def _goes_on(trace: Trace, of: Mapping[str, Any], part: Mapping[str, Any]) -> Place | None:
    """Where a function goes on; in another function than this one only the line of the break is known."""
    line, file = part.get("line"), str(part.get("file") or of["file"])
    rest, own = resumed(str(part.get("function"))), str(of.get("function"))
    name = (resumed(own) or (own, None))[0]
    if rest is not None and rest[0] != name:
        return trace.place(file, rest[1], function=rest[0])
    return trace.place(file, line) if line is not None else None


def _characters(trace: Trace, file: str, line: int | None, column: int | None) -> int | None:
    """A column in bytes as one in characters."""
    text = _line(trace, file, line)
    if column is None or text.isascii():
        return column
    return len(text.encode()[:column].decode("utf-8", "ignore"))


def _line(trace: Trace, file: str, line: int | None) -> str:
    lines = (trace.sources.get(file, {}).get("text") or "").splitlines()
    return lines[line - 1] if line is not None and 0 < line <= len(lines) else ""


def _text(trace: Trace, place: Place | None) -> str | None:
    """The expression at a place; its first line where it goes over several."""
    if place is None:
        return None
    text = _line(trace, place.file, place.line)
    if place.column is None:
        return place.source
    if place.end_line is not None:
        return f"{text[place.column :].rstrip()} …"
    return text[place.column : place.end_column] or place.source
