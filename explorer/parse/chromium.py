"""torch's chromium events (``ph`` B and E) as nested intervals.

torch writes one record at the start and one at the end of each phase (torch/_dynamo/utils.py, ``ChromiumEventLogger``),
times in µs since the epoch. Phases of one compile nest. Those without a compile id ran beside it, in the worker threads
that build kernels: they overlap, and torch names none of them, so the one that began first is taken to end first.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple, Protocol

import msgspec

KEPT = frozenset(
    {"fn_name", "is_backward", "is_forward", "cache_state", "cache_bypass_reason", "compile_reason", "fail_type"}
)
"""The arguments of an event that are kept; most of the others repeat the compilation metrics."""

Value = str | int | float | bool


class Traced(Protocol):
    """What is asked of an event here (:class:`explorer.tracing.event.Event` is one)."""

    @property
    def key(self) -> str | None:
        """The compile key."""

    @property
    def payload(self) -> str | None:
        """The JSON."""

    @property
    def thread(self) -> int | None:
        """The thread that emitted it (in a log the process)."""

    @property
    def time(self) -> float:
        """When it was emitted, in seconds."""


class Phase(NamedTuple):
    """An interval in seconds since the epoch. ``parent`` is the position of the enclosing one in the list, if any.

    ``lane`` is None for the thread that compiles, else the number of the worker from 1.
    """

    key: str | None
    name: str
    start: float
    end: float
    parent: int | None
    lane: int | None
    arguments: dict[str, Value]


class _Raw(msgspec.Struct):
    name: str
    ph: str
    ts: float
    args: dict[str, Any] = {}


class _Open(NamedTuple):
    at: int
    name: str
    start: float
    arguments: dict[str, Any]


_decoder = msgspec.json.Decoder(_Raw)


def read_phases(events: Iterable[Traced]) -> tuple[list[Phase], float]:
    """The phases in the order in which they began, and what to take from their times to be on the events' clock.

    An end without a beginning is left out; a phase that never ended ends with what came last in its thread. The clocks
    differ where a log was written in local time: by whole quarters of an hour.
    """
    reader = _Reader()
    shift: float | None = None
    for event, raw in _decoded(events):
        now = raw.ts / 1e6
        if raw.ph == "B":
            shift = round((now - event.time) / 900) * 900.0 if shift is None else shift
            reader.begin(event, raw, now)
        elif raw.ph == "E":
            reader.end(event, raw, now)
    return reader.phases(), shift or 0.0


class _Reader:
    """The phases that are open, by compile and thread, and those that ended, by the order of their beginning."""

    def __init__(self) -> None:
        self._stacks: dict[tuple[str | None, int | None], list[_Open]] = defaultdict(list)
        self._last: dict[tuple[str | None, int | None], float] = {}
        self._found: dict[int, Phase] = {}
        self._names: Counter[tuple[str, int | None, str]] = Counter()
        self._workers = _Workers()
        self._begun = 0

    def begin(self, event: Traced, raw: _Raw, now: float) -> None:
        self._begun += 1
        opened = _Open(self._begun, raw.name, now, raw.args)
        if event.key is None:
            self._workers.begin(opened, event.thread)
        else:
            self._stacks[event.key, event.thread].append(opened)
            self._names[event.key, event.thread, raw.name] += 1
            self._last[event.key, event.thread] = now

    def end(self, event: Traced, raw: _Raw, now: float) -> None:
        if event.key is None:
            if ended := self._workers.end(raw.name, event.thread):
                self._put(None, ended[0], now, None, ended[1], raw.args)
            return
        self._last[event.key, event.thread] = now
        if self._names[event.key, event.thread, raw.name]:
            self._close(event.key, event.thread, raw, now)

    def _close(self, key: str, thread: int | None, raw: _Raw, now: float) -> None:
        """The innermost open phase of that name ends, and with it those inside it that never ended."""
        stack = self._stacks[key, thread]
        ended = False
        while not ended:
            opened = stack.pop()
            self._names[key, thread, opened.name] -= 1
            ended = opened.name == raw.name
            self._put(key, opened, now, stack[-1].at if stack else None, None, raw.args if ended else {})

    def phases(self) -> list[Phase]:
        """All of them, those that never ended too, with ``parent`` counting in this list."""
        for thread, stack in self._stacks.items():
            while stack:
                opened = stack.pop()
                self._put(thread[0], opened, self._last[thread], stack[-1].at if stack else None, None, {})
        position = {at: index for index, at in enumerate(sorted(self._found))}
        found = (self._found[at] for at in position)
        return [each if each.parent is None else each._replace(parent=position.get(each.parent)) for each in found]

    def _put(
        self,
        key: str | None,
        opened: _Open,
        end: float,
        parent: int | None,
        lane: int | None,
        arguments: dict[str, Any],
    ) -> None:
        merged = {**opened.arguments, **arguments}
        kept = {name: merged[name] for name in sorted(KEPT & merged.keys()) if isinstance(merged[name], Value)}
        self._found[opened.at] = Phase(key, opened.name, opened.start, max(end, opened.start), parent, lane, kept)


def _decoded(events: Iterable[Traced]) -> Iterator[tuple[Traced, _Raw]]:
    for event in events:
        try:
            yield event, _decoder.decode(event.payload or "")
        except (msgspec.DecodeError, msgspec.ValidationError, RecursionError):
            continue


class _Workers:
    """Phases without a compile id: overlapping, each in the first lane that is free when it begins."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, int | None], deque[tuple[_Open, int]]] = defaultdict(deque)
        self._free: list[int] = []
        self._lanes = 0

    def begin(self, opened: _Open, thread: int | None) -> None:
        if not self._free:
            self._lanes += 1
            heappush(self._free, self._lanes)
        self._open[opened.name, thread].append((opened, heappop(self._free)))

    def end(self, name: str, thread: int | None) -> tuple[_Open, int] | None:
        waiting = self._open[name, thread]
        if not waiting:
            return None
        heappush(self._free, waiting[0][1])
        return waiting.popleft()
