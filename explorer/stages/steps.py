"""Dynamo's symbolic run, instruction by instruction, of every attempt: with ``steps=True`` only.

A live capture hears of it (``explorer.steps``, one event an attempt). How the state of a step is found is told in
``explorer/report/stepping.py``.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec

from explorer.parse.break_reason import read_message
from explorer.parse.stacks import resumed
from explorer.report import Listing, Part, Place, StageRecord, Step, Texts, make_ref
from explorer.report.stepping import LISTING, STAGE, Added, Entry, Frame, StepLog, Value
from explorer.tracing.event import Event, Trace

LABELS = frozenset({"explorer.steps"})

LONGEST = 300
"""The reason of a moment is cut after so many characters."""

_ENDS = {
    "return_value": "the function returns",
    "step_unsupported": "the rest of the function is left to Python",
}


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each compile that was followed.

    A step is named after its instruction (``LOAD_FAST``), or, in small letters, after what happens to the run:
    ``stop`` (an inlined function cannot be traced on), ``break``, ``restart`` (the attempt is thrown away), ``graph``
    (a graph ends and is compiled), ``skip`` (the function is given up), ``raise`` (the program raises), ``error``.
    ``detail`` is the instruction's argument as ``dis`` writes it, or the reason. ``changed`` says whether nodes were
    added; ``refs`` are those that stay in the graph, or the graph that ends. Attributes: ``offset``, ``depth`` of the
    call, ``attempt`` (both left out when 0), ``guards`` (how many were added), ``gb_type``.
    """
    attempts: dict[str, list[Event]] = defaultdict(list)
    for event in trace.of("explorer.steps"):
        if event.key is not None:
            attempts[event.key].append(event)
    places = _Places(trace)
    return Part(stages={key: (_record(key, found, texts, places),) for key, found in attempts.items()})


def _record(key: str, attempts: list[Event], texts: Texts, places: _Places) -> StageRecord:
    log = _log(attempts)
    raw = [(step, attempt) for attempt in attempts for step in attempt.data["steps"]]
    depths = _depths(log)
    steps = tuple(
        _step(key, index, step, depths[entry.frame], log.frames[entry.frame], places, _kept(attempt, attempts))
        for index, ((step, attempt), entry) in enumerate(zip(raw, log.steps, strict=True))
    )
    state = Listing(
        ref=make_ref(key, "dynamo", STAGE, "listing", LISTING),
        name=LISTING,
        language="json",
        text=texts.add(msgspec.json.encode(log).decode("utf-8", "surrogatepass")),
    )
    more = f"{log.left_out} more steps were not kept: the limit was reached" if log.left_out else None
    return StageRecord(stage=STAGE, direction="dynamo", reason=more, steps=steps, listings=(state,))


def _log(attempts: list[Event]) -> StepLog:
    """All attempts in one log, with the numbers of frames and values that follow from that."""
    frames: list[Frame] = []
    values: list[Value] = []
    entries: list[Entry] = []
    for number, attempt in enumerate(attempts):
        data, first_frame, first_value = attempt.data, len(frames), len(values)
        for frame in data["frames"]:
            parent = frame["parent"]
            frames.append(
                Frame(
                    function=_function(frame["name"]),
                    file=frame["filename"],
                    line=frame["line"],
                    parent=None if parent is None else parent + first_frame,
                    attempt=number,
                )
            )
        values += msgspec.convert(data["values"], list[Value])
        entries += (_entry(step, first_frame, first_value) for step in data["steps"])
    left_out = sum(attempt.data["left_out"] for attempt in attempts)
    return StepLog(frames=tuple(frames), values=tuple(values), steps=tuple(entries), left_out=left_out)


def _entry(step: dict[str, Any], first_frame: int, first_value: int) -> Entry:
    return Entry(
        frame=step["frame"] + first_frame,
        pop=step.get("pop", 0),
        push=tuple(value + first_value for value in step.get("push", ())),
        set={name: value + first_value for name, value in step.get("set", {}).items()},
        gone=tuple(step.get("gone", ())),
        nodes=tuple(msgspec.convert(node, Added) for node in step.get("nodes", ())),
        guards=tuple(step.get("guards", ())),
    )


def _function(name: str) -> str:
    """A function's name for people: ``f, resumed after line 10``."""
    found = resumed(name.rpartition(".")[2])
    if found is None:
        return name
    return f"{found[0]}, resumed" if found[1] is None else f"{found[0]}, resumed after line {found[1]}"


def _depths(log: StepLog) -> list[int]:
    """How many calls are around each frame. A frame comes after the one that calls it."""
    depths: list[int] = []
    for frame in log.frames:
        depths.append(0 if frame.parent is None else depths[frame.parent] + 1)
    return depths


def _kept(attempt: Event, attempts: list[Event]) -> frozenset[str]:
    """The nodes that stay in the graph of the compile: those of its last attempt."""
    return frozenset(attempt.data["kept"] or ()) if attempt is attempts[-1] else frozenset()


def _step(
    key: str, index: int, step: dict[str, Any], depth: int, frame: Frame, places: _Places, kept: frozenset[str]
) -> Step:
    nodes, guards = step.get("nodes", ()), step.get("guards", ())
    instruction = step["name"].isupper()
    facts = {
        "offset": step.get("offset"),
        "depth": depth or None,
        "attempt": frame.attempt or None,
        "guards": len(guards) or None,
        "gb_type": step.get("gb_type"),
    }
    return Step(
        ref=make_ref(key, "dynamo", STAGE, "step", str(index)),
        name=step["name"],
        index=index,
        place=places.at(frame, step["at"]),
        changed=bool(nodes) if instruction else None,
        detail=(step["argument"] or None) if instruction else _reason(step["name"], step["argument"]),
        refs=_refs(key, step, kept),
        attributes={name: value for name, value in facts.items() if value is not None},
    )


def _refs(key: str, step: dict[str, Any], kept: frozenset[str]) -> tuple[str, ...]:
    if step["name"] == "graph":
        return (make_ref(key, "dynamo", "dynamo", "graph", "graph"),) if kept else ()
    stay = [node["name"] for node in step.get("nodes", ()) if node["name"] in kept and not node["inner"]]
    return tuple(make_ref(key, "dynamo", "dynamo", "node", name) for name in stay)


def _reason(moment: str, said: str) -> str:
    """Why the run does not simply go on, in a sentence."""
    message = read_message(said)
    words = ": ".join(filter(None, (message.gb_type, " ".join(message.explanation.split("\n")[:1]))))
    if moment == "graph":
        words = _ENDS.get(said) or "this instruction is left to Python"
    elif moment == "restart":
        words = f"the attempt is thrown away and tracing starts again: {message.gb_type}"
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1]}…"


class _Places:
    """Places from what ``dis`` tells: lines, and columns in bytes, which become columns in characters."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._lines: dict[str, list[str]] = {}

    def at(self, frame: Frame, at: tuple[int | None, ...] | None) -> Place:
        """The span of an instruction of ``frame``."""
        line, end_line, column, end_column = at or (frame.line, None, None, None)
        known = self._trace.sources.get(frame.file, {})
        return Place(
            file=frame.file,
            line=line,
            end_line=end_line if end_line != line else None,
            column=self._characters(frame.file, line, column),
            end_column=self._characters(frame.file, end_line, end_column),
            function=frame.function,
            cell_id=known.get("cell_id"),
            execution_count=known.get("execution_count"),
        )

    def _characters(self, file: str, line: int | None, column: int | None) -> int | None:
        if line is None or column is None:
            return None
        if file not in self._lines:
            self._lines[file] = (self._trace.sources.get(file, {}).get("text") or "").splitlines()
        lines = self._lines[file]
        text = lines[line - 1] if 0 < line <= len(lines) else ""
        return column if text.isascii() else len(text.encode()[:column].decode("utf-8", "ignore"))
