"""``explorer.watch``: one line for each compile of the process as it ends, and a warning where it goes wrong.

It keeps no reports: for those, explain or capture. Explorations are not followed, what they compile is theirs.
"""

from __future__ import annotations

import re
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any

from explorer.advice import advise
from explorer.errors import UsageError
from explorer.output import say
from explorer.parse.break_reason import read_break
from explorer.parse.compiles import Compile, compiles
from explorer.parse.guard_text import with_local_names
from explorer.parse.recompile_reason import Cause, Reason
from explorer.parse.recompile_words import source, words
from explorer.parse.stacks import user_frame
from explorer.report import Finding, Place, is_library, show_place
from explorer.torch_version import check_torch
from explorer.tracing.cells import cell_of
from explorer.tracing.event import Event, Trace
from explorer.tracing.following import Following
from explorer.views.clean import one_line
from explorer.views.format import duration

STORM = 3
"""So many recompiles of one function in one cell (or in one watch, outside a notebook) are a storm."""

MOST_KEPT = 1000
"""Compiles that ``Watch.compiles`` remembers, the last ones."""

_HELPER = re.compile(r"___check_obj_id\(G\['(\w+)'\]\.__code__, (\d+)\)")

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Compiled:
    """One compile that was followed. ``what`` is ``first call``, ``resumed``, ``backward`` or why it was made again."""

    id: str
    function: str
    place: Place | None
    seconds: float | None
    what: str
    status: str
    graphs: int
    breaks: tuple[str, ...] = ()
    version: int | None = None


class Watch:
    """Follows compiles until :meth:`stop`, or while a ``with`` block runs. ``tell`` is given each line."""

    def __init__(self, tell: Tell = say) -> None:
        self.compiles: deque[Compiled] = deque(maxlen=MOST_KEPT)
        self._tell = tell
        self._following = Following(self._ended, self._failed)
        self._again: Counter[str] = Counter()
        self._names: dict[str, list[Event]] = {}
        self._helpers: dict[str, tuple[int, str]] = {}
        self._lock = threading.RLock()
        self._said: set[str] = set()
        self._on = False

    @property
    def on(self) -> bool:
        """Whether it follows."""
        return self._on

    def start(self) -> Watch:
        """Begin to follow. Raises ``UsageError`` when this torch has no trace to follow."""
        if not self._on and not self._following.start():
            raise UsageError("this torch has no structured trace: compiles cannot be followed")
        self._on = True
        return self

    def stop(self) -> None:
        """Follow no more; torch's logger is as it was."""
        if self._on:
            self._on = False
            self._following.stop()

    def __enter__(self) -> Watch:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def cell_begins(self) -> None:
        """A cell of a notebook begins: what it makes torch compile again is counted anew."""
        with self._lock:
            self._again.clear()
            self._said.clear()

    def cell_ended(self, names: dict[str, Any], cell: str) -> None:
        """A cell has ended: say which compiled helpers it defined again. ``names`` are the notebook's."""
        with self._lock:
            for name, (code, function) in list(self._helpers.items()):
                found = getattr(names.get(name), "__code__", None)
                if found is not None and id(found) != code:
                    del self._helpers[name]
                    self._warn(
                        f"{cell} defined {name} again: {function}, compiled with the old one, is compiled again at its "
                        "next call. Define it in a cell that runs once."
                    )

    def _ended(self, events: list[Event]) -> None:
        with self._lock:
            each, seen = self._read(events)
            self.compiles.append(seen)
            self._tell(_line(seen))
            self._note_helpers(events, each, seen)
            self._judge(each, seen)

    def _read(self, events: list[Event]) -> tuple[Compile, Compiled]:
        """The compile that the events tell of; one that hit its limit is named after the function's first version."""
        frame = (events[0].compile_id or "").rpartition("/")[0]
        first = self._names.get(frame, [])
        known = compiles(Trace([*first, *events]).events)
        each = list(known.values())[-1]
        starts = [event for event in events if event.label == "dynamo_start"]
        if starts and (not first or each.id.endswith("/0")):  # ids begin anew after torch._dynamo.reset()
            self._names.pop(next(iter(self._names)) if len(self._names) > MOST_KEPT else frame, None)
            self._names[frame] = starts
        return each, _compiled(each, events)

    def _note_helpers(self, events: Iterable[Event], each: Compile, seen: Compiled) -> None:
        """The functions of a notebook's cells that the guards of this compile hold on to."""
        function = each.function
        if function is None or cell_of(function.file) is None:
            return
        for event in events:
            if event.label == "dynamo_cpp_guards_str":
                for name, code in _HELPER.findall(event.payload or ""):
                    self._helpers[name] = int(code), seen.function

    def _judge(self, each: Compile, seen: Compiled) -> None:
        """Warn of a storm and of the limit, each once in a cell."""
        name = seen.function.partition(", resumed")[0]
        if each.status == "limit":
            text = f"{seen.function} hit the recompile limit: inputs that fit no version run uncompiled from here on."
            self._once(f"limit {seen.function}", f"{text} The last cause: {seen.what}.{_advice(each)}")
        elif each.reasons is not None:
            self._again[seen.function] += 1
            times = self._again[seen.function]
            if times >= STORM:
                text = f"{seen.function} was compiled again {times} times {_where()}: {seen.what}."
                self._once(f"storm {name}", text + _advice(each))

    def _once(self, key: str, text: str) -> None:
        if key not in self._said:
            self._said.add(key)
            self._warn(text)

    def _warn(self, text: str) -> None:
        self._tell(f"! {text}")

    def _failed(self, error: Exception) -> None:
        """Something of ours went wrong: say so once and follow no more."""
        if self._on:
            self._on = False
            self._tell(f"! watching ends: {type(error).__name__}: {error}")
            threading.Thread(target=self._following.stop, daemon=True).start()


def _compiled(each: Compile, events: list[Event]) -> Compiled:
    reason = each.reasons[0] if each.reasons else None
    backward = any(event.label.startswith(("bwd_", "aot_autograd_backward")) for event in events)
    if backward:
        what = "backward"
    elif reason is not None:
        what = words(_with_new(reason, events), reason.guard.expression)
    else:
        what = "made again" if each.reasons is not None else "resumed" if each.is_resumed else "first call"
    breaks = [read_break(event.payload or "") for event in events if event.label == "dynamo_graph_break_reason"]
    return Compiled(
        id=each.id,
        function=each.title or "a function",
        place=_place(each),
        seconds=each.seconds,
        what=what,
        status=each.status,
        graphs=each.graphs,
        breaks=tuple(dict.fromkeys(show_place(_at(found.file, found.line)) for found in breaks if found is not None)),
        version=len(each.reasons) + 1 if each.reasons is not None and each.status != "limit" else None,
    )


def _with_new(reason: Reason, events: list[Event]) -> Cause:
    """The cause with the value that the new version expects, from its own guards."""
    cause, (left, _, old) = reason.cause, reason.guard.expression.rpartition(" == ")
    if cause.new is not None or not left or cause.old is None:
        return cause
    for event in events:
        if event.label == "dynamo_cpp_guards_str":
            found = re.search(rf"\b{re.escape(left)} == (\S+)", with_local_names(event.payload or ""))
            if found is not None and found[1] != old:
                return cause._replace(new=found[1])
    return cause


def _place(each: Compile) -> Place | None:
    """The function's own place, the user's line that reached it when it is a library's."""
    function = each.function
    if function is None:
        return None
    if is_library(function.file):
        function = user_frame(each.stack[:-1]) or function
    return _at(function.file, function.line)


def _at(file: str, line: int) -> Place:
    cell = cell_of(file)
    return Place(file=file, line=line, execution_count=cell.execution_count if cell is not None else None)


def _line(seen: Compiled) -> str:
    """``compiled 0/1 Net.forward, In[5], line 3: 340 ms, 1 graph, again (2): dimension 0 of x was 4 and is 5``."""
    took = duration(seen.seconds) if seen.seconds is not None else "time unknown"
    made = f"version {seen.version}, because {seen.what}" if seen.version is not None else seen.what
    parts = [took, f"{seen.graphs} graph{'' if seen.graphs == 1 else 's'}" if seen.what != "backward" else "", made]
    if seen.breaks:
        parts.append(f"break at {', '.join(seen.breaks)}")
    if seen.status != "ok":
        parts.append({"limit": "limit hit", "skipped": "skipped, runs in Python"}.get(seen.status, seen.status))
    at = f", {show_place(seen.place)}" if seen.place is not None else ""
    return one_line(f"compiled {seen.id} {seen.function}{at}: {'; '.join(part for part in parts if part)}", 400)


def _advice(each: Compile) -> str:
    reason = each.reasons[0] if each.reasons else None
    if reason is None:
        return ""
    facts = {"source": source(reason.cause), "dimension": reason.cause.dimension, "old": reason.cause.old,
             "new": reason.cause.new, "guard": reason.guard.expression, "function": each.title}  # fmt: skip
    found = advise(
        Finding(
            ref="watch", kind="recompile", code=reason.cause.code, severity="warning", title="", attributes=dict(facts)
        )
    )
    return f" {found.advice[0]}" if found.advice else ""


def _where() -> str:
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return "in this cell" if shell is not None else "while watched"


_CURRENT: list[Watch] = []


def watch(tell: Tell | None = None) -> Watch:
    """Follow every compile of this process from now on, one line each: ``explorer.watch()``, ``.stop()`` to end.

    Warns when a function is compiled again and again and when one hits its limit. ``tell`` is called with each line
    (default: standard error). Costs nothing while nothing compiles. Only one watch runs at a time: another call ends
    the one before. ``with explorer.watch(): …`` ends with the block.
    """
    check_torch()
    stop_watching()
    made = Watch(say if tell is None else tell)
    _CURRENT.append(made)
    return made.start()


def stop_watching() -> bool:
    """End the watch that runs; whether there was one."""
    running = [each for each in _CURRENT if each.on]
    for each in running:
        each.stop()
    _CURRENT.clear()
    return bool(running)
