"""How long Dynamo traced each function: clocks at the start and the end of each call that it inlines.

torch has a profiler for the same (``torch._dynamo.config.dynamo_profiler``), but with it a function that breaks its
graph fails to compile (2.11 to 2.14), so its clocks are read at the same places by hooks of ours.
"""

from __future__ import annotations

import contextlib
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from explorer.compat.hook import Hook
from explorer.compat.private import Private

FEATURE = "compile time by function"
_WITHOUT = "how long Dynamo traced each function is not in the report"
_OUTPUT = "torch._dynamo.output_graph:OutputGraph"
_TRANSLATOR = "torch._dynamo.symbolic_convert:InliningInstructionTranslator"
BEGIN = Hook(Private(f"{_OUTPUT}.mark_bytecode_tracing_start", FEATURE, _WITHOUT))
ENTER = Hook(Private(f"{_TRANSLATOR}.build_inline_tracer", FEATURE, _WITHOUT))
LEAVE = Hook(Private(f"{_TRANSLATOR}.inline_call_", FEATURE, _WITHOUT))
END = Hook(Private(f"{_OUTPUT}.mark_bytecode_tracing_stop", FEATURE, _WITHOUT))


@contextlib.contextmanager
def watch(on_times: Callable[[list[dict[str, Any]]], None]) -> Iterator[None]:
    """Call ``on_times(rows)`` when an attempt of Dynamo at a function ends, however it ends.

    A row is a function: ``function``, ``file``, ``line``, ``calls``, ``instructions`` of its bytecode, ``seconds`` with
    what it calls and ``own_seconds`` without.
    """
    clocks = _Clocks(on_times)
    with (
        BEGIN.heard_by(clocks.begin),
        ENTER.heard_by(clocks.enter),
        LEAVE.heard_by(clocks.leave),
        END.heard_by(clocks.end),
    ):
        yield


@dataclass(slots=True)
class _Running:
    """A call that is being traced; ``who`` is its translator, None for the function that is compiled."""

    who: Any
    code: types.CodeType
    started: float
    inside: float = 0.0


class _Clocks:
    """The calls that are being traced, by Dynamo's output graph: one for each attempt."""

    def __init__(self, on_times: Callable[[list[dict[str, Any]]], None]) -> None:
        self._on_times = on_times
        self._running: dict[int, list[_Running]] = {}
        self._rows: dict[int, dict[types.CodeType, dict[str, Any]]] = {}

    def begin(self, _result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        """Dynamo begins to trace a function."""
        output = args[0]
        self._rows[id(output)] = {}
        self._running[id(output)] = [_Running(None, output.root_tx.f_code, time.perf_counter())]

    def enter(self, tracer: Any, _args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        """It begins to trace a call inside."""
        running = self._running.get(id(tracer.output))
        if running is not None:
            running.append(_Running(tracer, tracer.f_code, time.perf_counter()))

    def leave(self, _result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        """It has traced the call; calls inside that are still open were given up. A generator that goes on is none."""
        tracer = args[0]
        running = self._running.get(id(tracer.output), [])
        if any(each.who is tracer for each in running):
            while running and self._close(id(tracer.output)) is not tracer:
                pass

    def end(self, _result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        """It is done with the function, or has given it up; torch says so twice when it compiled a graph."""
        key = id(args[0])
        if key not in self._running:
            return
        while self._running[key]:
            self._close(key)
        del self._running[key]
        self._on_times(list(self._rows.pop(key).values()))

    def _close(self, key: int) -> Any:
        """End the innermost call; its time is part of the one around it. Recursive calls count once."""
        running = self._running[key]
        call = running.pop()
        took = time.perf_counter() - call.started
        if running:
            running[-1].inside += took
        row = self._rows[key].setdefault(call.code, _row(call.code))
        row["calls"] += 1
        row["own_seconds"] += max(0.0, took - call.inside)
        if not any(each.code is call.code for each in running):
            row["seconds"] += took
        return call.who


def _row(code: types.CodeType) -> dict[str, Any]:
    return {
        "function": code.co_name,
        "file": code.co_filename,
        "line": code.co_firstlineno,
        "calls": 0,
        "instructions": len(code.co_code) // 2,
        "seconds": 0.0,
        "own_seconds": 0.0,
    }
