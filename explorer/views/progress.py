"""Live progress: events go in, a line for a terminal or a small table for a notebook comes out. No clock in here."""

from __future__ import annotations

import re
from typing import Any, Protocol

from explorer.views.clean import fit, one_line, width_of
from explorer.views.format import duration, many
from explorer.views.live.compiles import Compiles, Row
from explorer.views.live.phases import STAGES
from explorer.views.markup.look import BREAK, HUES, LINE
from explorer.views.markup.tags import esc
from explorer.views.plain.table import Column, table

ROWS = 12
"""The most compiles that the table shows: the newest. Earlier ones are counted."""

_BREAK_AT = re.compile(r"Graph break in user code at (?P<place>.+:\d+)")
_CELL_LINE = re.compile(r"(?:ipykernel_\d+[\\/]\d+\.py|<ipython-input-[^>]*>):(?P<line>\d+)$")


class Told(Protocol):
    """What is asked of an event (:class:`explorer.tracing.event.Event` is one)."""

    @property
    def label(self) -> str:
        """The kind, or an artifact's name."""

    @property
    def data(self) -> Any:
        """The metadata."""

    @property
    def payload(self) -> str | None:
        """The text."""

    @property
    def compile_id(self) -> str | None:
        """torch's compile id."""

    @property
    def time(self) -> float:
        """Seconds since the epoch."""


class Progress:
    """Folds events into what is being done now, and what is done. Times are those of the events, ``now`` is given."""

    def __init__(self) -> None:
        self._compiles = Compiles()
        self._began: float | None = None
        self._breaks: dict[str, str] = {}
        self._recompiles = 0
        self._errors = 0
        self._doing = "starting"

    def feed(self, event: Told) -> None:
        """Take one event."""
        if self._began is None:
            self._began = event.time
        label, compile_id = event.label, event.compile_id
        if label == "chromium_event":
            thread = getattr(event, "thread", None)
            self._compiles.timed(compile_id, event.payload, event.time, thread)
        elif label == "dynamo_start" and compile_id:
            self._compiles.start(compile_id, _get(event.data, "stack"), event.time)
        elif label == "dynamo_output_graph" and compile_id:
            self._compiles.graph(compile_id)
        elif label == "compilation_metrics" and compile_id:
            failed = _get(event.data, "fail_type")
            self._compiles.done(compile_id, f"failed: {one_line(str(failed), 60)}" if failed else "")
        elif label == "dynamo_graph_break_reason":
            self._break(compile_id, event.payload or "")
        elif label == "recompile_reasons":
            self._recompiles += 1
        elif label.startswith("explorer."):
            self._own(label, event.data)

    def _break(self, compile_id: str | None, payload: str) -> None:
        match = _BREAK_AT.search(payload[:2000])
        place = one_line(match["place"], 300) if match else ""
        self._breaks.setdefault(place, _short(place))
        for row in self._compiles.rows[-1:]:
            if compile_id and row.id == compile_id:
                row.note = "break"

    def _own(self, label: str, data: Any) -> None:
        if label == "explorer.error":
            self._errors += 1
        elif label == "explorer.measuring":
            self._doing = f"measuring {one_line(str(_get(data, 'what')), 60)}"
        elif label == "explorer.call":
            ended = _get(data, "when") == "end"
            number = _get(data, "index")
            self._doing = (
                "between two calls"
                if ended
                else f"running call {number + 1 if isinstance(number, int) else ''}".strip()
            )

    def _sentence(self) -> str:
        """What is done now, in words."""
        phase = self._compiles.now
        if phase is None:
            return "running" if self._compiles.rows and self._doing == "starting" else self._doing
        graph = f"graph {phase.row.graph}" if phase.row.graph else ""
        name = ", ".join(part for part in (graph, phase.row.function or phase.row.id) if part)
        return f"{phase.words}, {name}"

    def _facts(self) -> list[str]:
        facts = [many(self._compiles.graphs, "graph"), many(len(self._breaks), "break")]
        if self._recompiles:
            facts.append(many(self._recompiles, "recompile"))
        return facts + ([many(self._errors, "error")] if self._errors else [])

    def _elapsed(self, now: float) -> str:
        return _seconds(now - self._began) if self._began is not None else _seconds(0)

    def _now_for(self, now: float) -> str:
        """How long the present phase has lasted, when that is long enough to wonder."""
        phase = self._compiles.now
        spent = 0.0 if phase is None else now - phase.since
        return f" ({_seconds(spent)})" if spent >= 1 else ""

    def line(self, now: float, width: int) -> str:
        """One line of at most ``width`` columns: seconds, what is done now, what is done so far."""
        done = ", ".join(self._facts())
        head = f"{self._elapsed(now)}  {self._sentence()}{self._now_for(now)}"
        room = width - width_of(done) - 3
        return f"{fit(head, room)}   {done}" if room >= 24 else fit(head, width)

    def _cells(self, now: float) -> list[tuple[Row, list[str]]]:
        rows = []
        for row in self._compiles.rows[-ROWS:]:
            times = [self._compiles.so_far(row, stage, now) for stage in range(len(STAGES))]
            cells = [duration(spent) if spent is not None else "" for spent in times]
            rows.append((row, [*cells, duration(self._compiles.total(row, now))]))
        return rows

    def text(self, now: float, width: int = 100) -> str:
        """A table of the compiles, for a display without HTML."""
        lines = [self.line(now, width), *(f"break at {place}" for place in list(self._breaks.values())[-3:] if place)]
        columns = (Column("id"), Column("function", wraps=True), *(Column(stage, right=True) for stage in STAGES),
                   Column("total", right=True), Column("", drop=1))  # fmt: skip
        cells = [(row.id, _name(row), *times, row.note) for row, times in self._cells(now)]
        return "\n".join(fit(line, width) for line in [*lines, *(table(columns, cells, width) if cells else [])])

    def html(self, now: float) -> str:
        """The same table with inline styles, for a display that is updated in place."""
        heads = "".join(f'<th style="{_CELL};font-weight:600">{esc(head)}</th>' for head in ("", *STAGES, "total", ""))
        body = "".join(self._row(row, cells) for row, cells in self._cells(now))
        earlier = len(self._compiles.rows) - ROWS
        more = f'<p style="{_NOTE}">{many(earlier, "earlier compile")} done</p>' if earlier > 0 else ""
        found = "".join(
            f'<p style="{_FOUND}"><b>A break at {esc(place)}.</b> Found while tracing; the rest goes on.</p>'
            for place in list(self._breaks.values())[-3:]
            if place
        )
        shown = (
            f'<table style="border-collapse:collapse;font-size:12px;margin:4px 0"><tr>{heads}</tr>{body}</table>'
            if body
            else ""
        )
        return (
            f'<div style="font-size:13px;max-width:900px"><p style="margin:4px 0"><b>{esc(self._sentence())}</b>'
            f"{esc(self._now_for(now))} · {esc(', '.join(self._facts()))} · {self._elapsed(now)}</p>"
            f"{found}{more}{shown}</div>"
        )

    def _row(self, row: Row, cells: list[str]) -> str:
        phase = self._compiles.now
        current = phase.stage if phase is not None and phase.row is row else None
        told = "".join(
            f'<td style="{_CELL}">{f"<b>{esc(cell)} …</b>" if stage == current else esc(cell)}</td>'
            for stage, cell in enumerate(cells)
        )
        hue = HUES[((row.graph or 1) - 1) % len(HUES)]
        chip = (
            f' <span style="border:1px solid {hue};border-radius:3px;padding:0 4px">{row.graph}</span>'
            if row.graph
            else ""
        )
        name = f'<td style="{_CELL};text-align:left"><code>{esc(row.id)}</code>{chip} {esc(row.function)}</td>'
        return f'<tr>{name}{told}<td style="{_CELL};text-align:left">{esc(row.note)}</td></tr>'


_CELL = f"padding:3px 14px 3px 0;text-align:right;white-space:nowrap;border-bottom:1px solid {LINE}"
_FOUND = f"margin:4px 0;padding:2px 0 2px 10px;border-left:2px solid {BREAK}"
_NOTE = "margin:4px 0;font-size:12px;opacity:.8"


def _seconds(value: float) -> str:
    """Seconds that go by: one decimal, so that the figure does not change its width with every look."""
    return f"{max(0.0, value):.1f} s"


def _short(place: str) -> str:
    """A place without folders; a cell's temporary file is called a cell."""
    match = _CELL_LINE.search(place)
    return f"line {match['line']} of a cell" if match else place.replace("\\", "/").rsplit("/", 1)[-1]


def _name(row: Row) -> str:
    return f"graph {row.graph}, {row.function}" if row.graph else row.function


def _get(data: Any, name: str) -> Any:
    return data.get(name) if isinstance(data, dict) else None
