"""How long Dynamo traced each function: the user's one by one, those of libraries that took the most."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from explorer.report import Part, StageRecord, Step, Texts, is_library, make_ref
from explorer.tracing.event import Trace

LABELS = frozenset({"explorer.trace_times"})

STAGE = "trace_times"

FEW = 20
"""So many library functions of a compile are told one by one."""

Row = dict[str, Any]


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile: a step for each function that Dynamo traced, over all its attempts.

    A step's ``seconds`` hold what the function calls; attributes: ``own_seconds`` without that, ``calls``,
    ``instructions`` of its bytecode, ``library``. The last step of many (``library: true``, no place) is the rest of
    the libraries.
    """
    del texts
    found: dict[str, list[Row]] = defaultdict(list)
    for event in trace.of(*LABELS):
        if event.key is not None:
            found[event.key] += event.data["functions"]
    stages: dict[str, tuple[StageRecord, ...]] = {}
    for key, rows in found.items():
        steps = tuple(_step(trace, key, index, row) for index, row in enumerate(_told(_merged(rows))))
        own = sum(float(step.attributes["own_seconds"] or 0.0) for step in steps)
        stages[key] = (StageRecord(stage=STAGE, direction="dynamo", seconds=own, steps=steps),)
    return Part(stages=stages)


def _merged(rows: Iterable[Row]) -> list[Row]:
    """The attempts of a compile together, the functions that took the most by themselves first."""
    merged: dict[object, Row] = {}
    for row in rows:
        known = merged.setdefault(
            (row["file"], row["line"], row["function"]), {**row, "calls": 0, "seconds": 0.0, "own_seconds": 0.0}
        )
        for name in ("calls", "seconds", "own_seconds"):
            known[name] += row[name]
    return sorted(merged.values(), key=lambda row: -float(row["own_seconds"]))


def _told(rows: list[Row]) -> Iterator[Row]:
    library = [row for row in rows if is_library(row["file"])]
    rest = library[FEW:]
    left = {id(row) for row in rest}
    yield from (row for row in rows if id(row) not in left)
    if rest:
        yield {
            "function": f"{len(rest)} more functions of libraries",
            "calls": sum(row["calls"] for row in rest),
            "own_seconds": sum(row["own_seconds"] for row in rest),
        }


def _step(trace: Trace, key: str, index: int, row: Row) -> Step:
    file = row.get("file")
    return Step(
        ref=make_ref(key, "dynamo", STAGE, "step", str(index)),
        name=str(row["function"]),
        index=index,
        place=trace.place(file, row["line"], function=row["function"]) if file else None,
        seconds=row.get("seconds"),
        attributes={
            "own_seconds": row["own_seconds"],
            "calls": row["calls"],
            "instructions": row.get("instructions"),
            "library": file is None or is_library(file),
        },
    )
