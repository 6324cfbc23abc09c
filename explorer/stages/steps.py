"""Dynamo's symbolic run, instruction by instruction, of every attempt: with ``steps=True`` only.

A live capture hears of it (``explorer.steps``, one event an attempt). How the state of a step is found is told in
``explorer/report/stepping.py``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
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
    call, ``attempt`` (both left out when 0), ``guards`` (how many were added), ``gb_type``, ``speculation``:
    ``noted`` where Dynamo could go back to, ``failed`` where the attempt before met a break.
    """
    attempts: dict[str, list[Event]] = defaultdict(list)
    for event in trace.of("explorer.steps"):
        if event.key is not None:
            attempts[event.key].append(event)
    places = _Places(trace)
    return Part(stages={key: (_record(key, found, texts, places),) for key, found in attempts.items()})


def _record(key: str, attempts: list[Event], texts: Texts, places: _Places) -> StageRecord:
    compiled = _Compiled(key, attempts, places)
    log = compiled.log
    state = Listing(
        ref=make_ref(key, "dynamo", STAGE, "listing", LISTING),
        name=LISTING,
        language="json",
        text=texts.add(_json(log)),
    )
    more = f"{log.left_out} more steps were not kept: the limit was reached" if log.left_out else None
    return StageRecord(stage=STAGE, direction="dynamo", reason=more, steps=tuple(compiled.steps()), listings=(state,))


def _json(log: StepLog) -> str:
    """The log as JSON; half a character of a file name, which UTF-8 cannot hold, becomes a question mark."""
    try:
        return msgspec.json.encode(log).decode()
    except UnicodeEncodeError:
        return json.dumps(msgspec.to_builtins(log), ensure_ascii=False).encode("utf-8", "replace").decode()


class _Compiled:
    """The attempts of one compile in one log, and its steps."""

    def __init__(self, key: str, attempts: list[Event], places: _Places) -> None:
        self._key, self._places = key, places
        self._raw: list[dict[str, Any]] = [step for attempt in attempts for step in attempt.data["steps"]]
        self.log = _log(attempts)
        self._depths = _depths(self.log)
        # what stays in the graph of the compile: the nodes that the last attempt handed on
        self._last, self._kept = len(attempts) - 1, frozenset(attempts[-1].data["kept"] or ())

    def steps(self) -> Iterator[Step]:
        """Every step, in order."""
        before = ""
        for index, step in enumerate(self._raw):
            yield self._step(index, step, before)
            before = step["name"]

    def _step(self, index: int, step: dict[str, Any], before: str) -> Step:
        entry = self.log.steps[index]
        frame = self.log.frames[entry.frame]
        instruction = step["name"].isupper()
        facts = {
            "offset": step.get("offset"),
            "depth": self._depths[entry.frame] or None,
            "attempt": frame.attempt or None,
            "guards": step.get("guard_count") or None,
            "gb_type": step.get("gb_type"),
            "speculation": step.get("speculation"),
        }
        return Step(
            ref=make_ref(self._key, "dynamo", STAGE, "step", str(index)),
            name=step["name"],
            index=index,
            place=self._places.at(frame, step["at"]),
            changed=bool(entry.nodes) if instruction else None,
            detail=(step["argument"] or None) if instruction else _reason(step["name"], step["argument"], before),
            refs=self._refs(step["name"], entry) if frame.attempt == self._last else (),
            attributes={name: value for name, value in facts.items() if value is not None},
        )

    def _refs(self, name: str, entry: Entry) -> tuple[str, ...]:
        if name == "graph":
            return (make_ref(self._key, "dynamo", "dynamo", "graph", "graph"),) if self._kept else ()
        stay = [node.name for node in entry.nodes if node.name in self._kept and not node.inner]
        return tuple(make_ref(self._key, "dynamo", "dynamo", "node", node) for node in stay)


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


def _reason(moment: str, said: str, before: str) -> str:
    """Why the run does not simply go on, in a sentence. ``before`` is the name of the step before."""
    message = read_message(said)
    words = ": ".join(filter(None, (message.gb_type, " ".join(message.explanation.split("\n")[:1]))))
    if moment == "graph":
        words = _ENDS.get(said) or "this instruction is left to Python"
    elif moment == "restart":
        words = "the attempt is thrown away and tracing starts again"
        words += ", up to here" if before == "break" else f": {message.gb_type}"
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
