"""What is known of each compile while it runs: its stages with their seconds, and what it does now."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from explorer.views.clean import one_line
from explorer.views.live.phases import BACKWARD, FRAME, PHASES
from explorer.views.outline.index import function_name


@dataclass(slots=True)
class Row:
    """One compile. ``graph`` is its graph's number, ``seconds`` what each stage took so far."""

    id: str
    function: str
    started: float
    graph: int | None = None
    seconds: dict[int, float] = field(default_factory=dict)
    total: float = 0.0
    running: bool = True
    note: str = ""


@dataclass(slots=True)
class Phase:
    """A phase that is open: which compile, which stage, in words, since when."""

    name: str
    row: Row
    stage: int
    words: str
    since: float


class Compiles:
    """The compiles in order, and the phases that are open now."""

    def __init__(self) -> None:
        self.rows: list[Row] = []
        self.graphs = 0
        self._by_id: dict[str, Row] = {}
        self._open: dict[Any, list[Phase]] = {}
        self._last: tuple[float, Phase] | None = None

    @property
    def now(self) -> Phase | None:
        """The innermost phase that is open, of the thread that said something last."""
        return self._last[1] if self._last else None

    def start(self, compile_id: str, stack: Any, time: float) -> None:
        """Dynamo starts a compile; the last frame of ``stack`` is the function."""
        frame = stack[-1] if isinstance(stack, list | tuple) and stack and isinstance(stack[-1], dict) else {}
        known = self._by_id.get(compile_id)
        if known is not None and known.running and not known.function:
            known.function = function_name(str(frame.get("name", "")))
            return
        self._add(compile_id, function_name(str(frame.get("name", ""))), time)

    def _add(self, compile_id: str, function: str, time: float) -> Row:
        row = Row(one_line(compile_id, 40), function, time)
        self.rows.append(row)
        self._by_id[compile_id] = row
        return row

    def graph(self, compile_id: str) -> None:
        """Dynamo hands a graph to the backend."""
        self.graphs += 1
        if row := self._by_id.get(compile_id):
            row.graph = row.graph or self.graphs

    def done(self, compile_id: str, note: str = "") -> None:
        """The compile ended."""
        if row := self._by_id.get(compile_id):
            row.running = False
            row.note = note or ", ".join(part for part in (row.note, "" if row.graph else "no graph") if part)

    def timed(self, compile_id: str | None, payload: str | None, time: float, thread: Any) -> None:
        """A phase begins or ends (a ``chromium_event``)."""
        try:
            told = json.loads(payload or "")
            name, kind = str(told["name"]), told["ph"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        if kind == "B":
            self._begin(compile_id, name, time, thread)
        elif kind == "E":
            self._end(name, time, thread)

    def _begin(self, compile_id: str | None, name: str, time: float, thread: Any) -> None:
        known = PHASES.get(name)
        if known is None:
            return
        opened = self._open.setdefault(thread, [])
        row = self._by_id.get(compile_id or "") or (opened[-1].row if opened else self.rows[-1] if self.rows else None)
        if name == FRAME and compile_id and (row is None or not row.running or row.id != one_line(compile_id, 40)):
            row = self._add(compile_id, "", time)
        if row is None:
            return
        if name in (FRAME, BACKWARD):
            row.running = True
        self._spend(time, thread)
        opened.append(Phase(name, row, *known, since=time))
        self._last = (time, opened[-1])

    def _end(self, name: str, time: float, thread: Any) -> None:
        opened = self._open.get(thread, [])
        if not any(phase.name == name for phase in opened):
            return
        self._spend(time, thread)
        while opened:
            phase = opened.pop()
            if phase.name == name:
                break
        if name == BACKWARD:
            phase.row.running = False
        self._last = (time, opened[-1]) if opened else None

    def _spend(self, time: float, thread: Any) -> None:
        """Book the time since the last change to the phase that was innermost."""
        opened = self._open.get(thread)
        if self._last is None or not opened or self._last[1] is not opened[-1]:
            return
        spent = max(0.0, time - self._last[0])
        phase = opened[-1]
        phase.row.seconds[phase.stage] = phase.row.seconds.get(phase.stage, 0.0) + spent
        phase.row.total += spent

    def so_far(self, row: Row, stage: int, now: float) -> float | None:
        """Seconds of a stage, with what passes now; None when it has not begun."""
        known = row.seconds.get(stage)
        if self._last is not None and self._last[1].row is row and self._last[1].stage == stage:
            return (known or 0.0) + max(0.0, now - self._last[0])
        return known

    def total(self, row: Row, now: float) -> float:
        """Seconds of all stages, with what passes now."""
        passing = max(0.0, now - self._last[0]) if self._last is not None and self._last[1].row is row else 0.0
        return row.total + passing
