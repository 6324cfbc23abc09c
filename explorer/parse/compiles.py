"""The compiles in a trace: of which function, started from where, why, and how each of them ended."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from explorer.parse.break_reason import read_break
from explorer.parse.recompile_reason import Reason, read_reasons
from explorer.parse.recorded import Recorded
from explorer.parse.stacks import Frame, resumed

COMPILE_LABELS = frozenset(
    (
        "dynamo_start",
        "dynamo_output_graph",
        "dynamo_graph_break_reason",
        "recompile_reasons",
        "compilation_metrics",
        "bwd_compilation_metrics",
        "aot_autograd_backward_compilation_metrics",
        "dynamo_cpp_guards_str",
        "explorer.bytecode",
    )
)
"""The labels of the events that :func:`compiles` reads."""

_CLASS = re.compile(r"GuardManager: source=L\['(self|fn)'\], [^\n]*?type=<class '([^'\n]+)'>")
WRAPPER = "/torch/_dynamo/external_utils.py"
"""The end of the file of the wrapper that Dynamo compiles for a library's object: one code object for all of them."""

LIBRARY_MODULE = "A library's module"
"""What the wrapped object is called when its class is not known."""
ENGINE = "backward, by compiled autograd"
"""The name of a backward that the autograd engine traced, instead of that of the code torch generated for it."""
_LIMIT_WORDS = ("recompile limit exceeded", "cache size limit exceeded", "cache_size_limit reached")


@dataclass
class Compile:
    """One compile. ``stack`` ends with the function itself, at its first line; empty when no start was recorded.

    ``metrics`` is torch's own summary of the compile (``backward`` that of its backward), ``reasons`` why it is a
    recompile, ``qualname`` the function's name with its class, where live capture tells it, ``owner`` the class of its
    ``self``, ``wrapped`` that of a library's object for which Dynamo compiles a wrapper of its own.
    """

    key: str
    id: str
    stack: tuple[Frame, ...] = ()
    started: float | None = None
    attempts: int = 1
    graphs: int = 0
    skipped: str | None = None
    reasons: tuple[Reason, ...] | None = None
    metrics: Mapping[str, Any] = field(default_factory=dict)
    backward: Mapping[str, Any] = field(default_factory=dict)
    qualname: str | None = None
    owner: str | None = None
    wrapped: str | None = None

    @property
    def function(self) -> Frame | None:
        """The function that is compiled, at its first line, under Dynamo's name for it."""
        if self.stack:
            return self.stack[-1]
        name, file = self.metrics.get("co_name"), self.metrics.get("co_filename")
        return (
            Frame(str(file), int(self.metrics.get("co_firstlineno") or 0), str(name), None) if name and file else None
        )

    @property
    def name(self) -> str | None:
        """The name of the user's function, without what Dynamo adds to a resumed one."""
        function = self.function
        if function is None or function.function is None:
            return None
        found = resumed(function.function)
        return found[0] if found else function.function

    @property
    def title(self) -> str | None:
        """The function's name for people, with its class: ``Block.forward, resumed after line 23``."""
        name = self.name
        if name is None:
            return None
        if self.id.startswith("!") and self.function is not None and self.function.file.startswith("<eval_with_key>"):
            return ENGINE
        if self.of_wrapper:
            name = self.wrapped or LIBRARY_MODULE
        elif self.qualname and self.qualname.rpartition(".")[2] == name:
            name = self.qualname.rpartition("<locals>.")[2]
        elif self.owner:
            name = f"{self.owner}.{name}"
        if not self.is_resumed:
            return name
        return f"{name}, resumed" if self.resumed_after is None else f"{name}, resumed after line {self.resumed_after}"

    @property
    def of_wrapper(self) -> bool:
        """Whether it is a library's object, for all of which Dynamo compiles one wrapper and keeps one table."""
        function = self.function
        return function is not None and is_wrapper(function.file, function.function)

    @property
    def resumed_after(self) -> int | None:
        """The line of the break after which this function goes on; None for a whole function."""
        function = self.function
        found = resumed(function.function) if function is not None and function.function else None
        return found[1] if found else None

    @property
    def is_resumed(self) -> bool:
        """Whether it is the rest of a function after a break."""
        function = self.function
        return function is not None and resumed(function.function or "") is not None

    @property
    def failure(self) -> tuple[str, str] | None:
        """Type and message of what ended the compile, forward or backward."""
        for metrics in (self.metrics, self.backward):
            if metrics.get("fail_type"):
                return str(metrics["fail_type"]), str(metrics.get("fail_reason") or "")
        return None

    @property
    def status(self) -> str:
        """``ok``, ``skipped``, ``failed`` or ``limit``, as in :class:`explorer.report.Compilation`."""
        failure = self.failure
        limited = failure is not None and any(words in failure[1] for words in _LIMIT_WORDS)
        if limited or (self.reasons is not None and self.started is None):
            return "limit"
        if self.skipped is not None or (failure is None and self.metrics.get("has_guarded_code") is False):
            return "skipped"
        return "failed" if failure is not None else "ok"

    @property
    def seconds(self) -> float | None:
        """How long it took, with its backward, as torch measured it."""
        forward = _seconds(self.metrics, "entire_frame_compile_time_s", "dynamo_cumulative_compile_time_us")
        backward = _seconds(
            self.backward, "backward_cumulative_compile_time_us", "duration_us", "inductor_compile_time_s"
        )
        known = [value for value in (forward, backward) if value is not None]
        return sum(known) if known else None


def compiles(events: Iterable[Recorded]) -> dict[str, Compile]:
    """Every compile that ``events`` tell of, by key, in the order in which they began."""
    found: dict[str, Compile] = {}
    for event in events:
        if event.key is None:
            continue
        compiled = found.get(event.key)
        if compiled is None:
            compiled = found[event.key] = Compile(event.key, event.compile_id or event.key)
        compiled.attempts = max(compiled.attempts, event.attempt + 1)
        _take(compiled, event)
    for compiled in found.values():
        _complete(compiled, found)
    return found


def _take(compiled: Compile, event: Recorded) -> None:
    match event.label:
        case "dynamo_start":
            compiled.started = event.time
            compiled.stack = _stack(event.data)
        case "dynamo_output_graph":
            compiled.graphs += 1
        case "dynamo_graph_break_reason":
            reason = read_break(event.payload or "")
            if reason is not None and reason.effect == "frame_skipped":
                compiled.skipped = reason.said.gb_type
        case "recompile_reasons":
            compiled.reasons = read_reasons(event.payload or "")
        case "compilation_metrics":
            compiled.metrics = event.data if isinstance(event.data, dict) else {}
        case "bwd_compilation_metrics" | "aot_autograd_backward_compilation_metrics":
            compiled.backward = event.data if isinstance(event.data, dict) else {}
        case "explorer.bytecode":
            if not compiled.is_resumed:  # a resumed function's code has lost its class
                compiled.qualname = str(event.data.get("name") or "") or compiled.qualname
        case "dynamo_cpp_guards_str":
            compiled.owner = _owner(event.payload or "", "self")
            compiled.wrapped = wrapped_class(event.payload or "")


def is_wrapper(file: str, name: str | None) -> bool:
    """Whether the function ``name`` of ``file`` is Dynamo's wrapper of a library's object."""
    return name == "inner" and file.replace("\\", "/").endswith(WRAPPER)


def wrapped_class(guards: str) -> str | None:
    """The class of the library's object that Dynamo's wrapper calls, from the printed guard tree of its version."""
    return _owner(guards, "fn")


def _owner(guards: str, name: str) -> str | None:
    """The class of the local variable ``name`` in a printed guard tree."""
    found = next((match for match in _CLASS.finditer(guards) if match[1] == name), None)
    return found[2].rpartition(".")[2] if found else None


def _stack(data: Any) -> tuple[Frame, ...]:
    frames = data.get("stack") if isinstance(data, dict) else None
    return tuple(
        Frame(
            str(frame.get("filename")),
            frame["line"] if isinstance(frame.get("line"), int) else 0,
            str(frame["name"]) if frame.get("name") else None,
            str(frame["loc"]).strip() if frame.get("loc") else None,
        )
        for frame in (frames if isinstance(frames, list | tuple) else ())
        if isinstance(frame, dict)
    )


def _complete(compiled: Compile, others: Mapping[str, Compile]) -> None:
    """An attempt that hit the limit names no function: it is that of the frame's first version. A resumed function is
    named after the whole one."""
    first = others.get(compiled.key.removesuffix(compiled.id) + f"{compiled.id.rpartition('/')[0]}/0")
    if compiled.function is None and first is not None and first.function is not None:
        compiled.stack = first.stack[-1:] or (first.function,)
        compiled.qualname = first.qualname
    if compiled.of_wrapper and compiled.wrapped is None:
        frame = compiled.key.rpartition("/")[0]
        classes = {other.wrapped for other in others.values() if other.key.rpartition("/")[0] == frame} - {None}
        compiled.wrapped = classes.pop() if len(classes) == 1 else None
    if compiled.qualname is None and compiled.function is not None:
        same = [other for other in others.values() if other.qualname and _same_function(other, compiled)]
        # two classes of a file may have a method of that name: a resumed line belongs to the last that starts above it
        compiled.qualname = max(same, key=_first_line).qualname if same else None


def _same_function(whole: Compile, part: Compile) -> bool:
    if whole.function is None or part.function is None:
        return False
    if (whole.function.file, whole.name) != (part.function.file, part.name):
        return False
    if part.is_resumed:
        return part.resumed_after is None or whole.function.line <= part.resumed_after
    return whole.function.line == part.function.line


def _first_line(compiled: Compile) -> int:
    return compiled.function.line if compiled.function is not None else 0


def _seconds(metrics: Mapping[str, Any], *names: str) -> float | None:
    """The first of the metrics that is there, in seconds."""
    for name in names:
        value = metrics.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value / 1e6 if name.endswith("_us") else float(value)
    return None
