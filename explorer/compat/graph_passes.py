"""Inductor's passes on its graphs, one by one: each graph before and after, and the rule in torch's files.

torch runs a pass inside a ``GraphTransformObserver`` (torch/fx/passes/graph_transform_observer.py). A change of the
graph between two of them is told as a pass without a name.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import sys
import threading
import time
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from explorer.compat.hook import Hook
from explorer.compat.private import Private

FEATURE = "Inductor's passes, one by one"
_OBSERVER = "torch.fx.passes.graph_transform_observer:GraphTransformObserver"
ENTER = Hook(Private(f"{_OBSERVER}.__enter__", FEATURE, "the passes of Inductor are told together, not one by one"))
EXIT = Hook(Private(f"{_OBSERVER}.__exit__", FEATURE, "the passes of Inductor are not told one by one"))

_PASSES = "torch._inductor.fx_passes."


class _Graph(NamedTuple):
    """A graph as it was: what tells it from another, its text, how many nodes."""

    owner: Callable[[], Any]
    mark: str
    text: str
    nodes: int


class _Open(NamedTuple):
    observer: Any
    before: _Graph
    started: float
    about: dict[str, Any]


class PassWatch:
    """Tells ``on_pass`` of each outermost pass while :meth:`watching`.

    It gets ``{kind: "pass", name, function, rule, called, does, before, after, nodes_before, nodes_after, seconds}``:
    ``rule`` and ``called`` are file and line in torch, ``before`` and ``after`` the printed graphs (``after`` is None
    when nothing changed). ``name`` is None for a change between two passes.
    """

    def __init__(self, on_pass: Callable[[dict[str, Any]], None]) -> None:
        self._on_pass = on_pass
        self._local = threading.local()

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Listen in the body."""
        with (
            ENTER.heard_by(lambda _result, args, _kwargs: self._enter(args[0])),
            EXIT.heard_by(lambda _result, args, _kwargs: self._exit(args[0])),
        ):
            yield

    def _enter(self, observer: Any) -> None:
        stack: list[Any] = self._local.__dict__.setdefault("stack", [])
        if stack:  # a pattern matcher inside a pass
            stack.append(observer)
            return
        last: _Graph | None = self._local.__dict__.get("last")
        now = self._graph(observer.gm)
        if last is not None and last.owner() is observer.gm and last.mark != now.mark:
            self._tell({"name": None}, last, now, None)
        stack.append(_Open(observer, now, time.perf_counter(), _about(observer)))

    def _exit(self, observer: Any) -> None:
        stack: list[Any] = self._local.__dict__.setdefault("stack", [])
        opened = stack.pop() if stack else None
        if not isinstance(opened, _Open) or opened.observer is not observer:
            return
        seconds = time.perf_counter() - opened.started
        self._local.last = now = self._graph(observer.gm)
        self._tell(opened.about, opened.before, now, seconds)

    def _graph(self, module: Any) -> _Graph:
        """The graph as it is now; printed anew only where it has changed."""
        mark = "\n".join(f"{n.name} {n.op} {n.target} {n.args} {n.kwargs}" for n in module.graph.nodes)
        last: _Graph | None = self._local.__dict__.get("last")
        if last is not None and last.owner() is module and last.mark == mark:
            return last
        text = module.print_readable(print_output=False, include_stride=True, include_device=True)
        self._local.last = _Graph(weakref.ref(module), mark, text, len(module.graph.nodes))
        return self._local.last  # type: ignore[no-any-return]

    def _tell(self, about: dict[str, Any], before: _Graph, after: _Graph, seconds: float | None) -> None:
        self._on_pass(
            {
                "kind": "pass",
                **about,
                "before": before.text,
                "after": after.text if before.mark != after.mark else None,
                "nodes_before": before.nodes,
                "nodes_after": after.nodes,
                "seconds": seconds,
            }
        )


def _about(observer: Any) -> dict[str, Any]:
    """Name and rule of a pass, from the observer and the stack in which it was entered."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and not _enters(frame, observer):
        frame = frame.f_back
    rule: Any = None
    if frame is not None and "pass_fn" in frame.f_locals:
        rule, frame = _bare(frame.f_locals["pass_fn"]), frame.f_back
    elif frame is not None and hasattr(frame.f_locals.get("self"), "patterns"):
        rule, frame = frame.f_locals["self"], frame.f_back
    name, place = _rule(rule)
    passname = str(observer.passname)
    return {
        "name": _named(name, rule, place) if passname == "pattern_matcher" and name else passname,
        "function": name,
        "rule": place,
        "called": None if frame is None else [frame.f_code.co_filename, frame.f_lineno],
        "does": _first_sentence(inspect.getdoc(rule)) if isinstance(rule, types.FunctionType) else None,
    }


def _named(name: str, rule: Any, place: list[Any] | None) -> str:
    """The name of a set of patterns; one that is only called ``patterns`` with its module's."""
    own = getattr(rule, "pass_name", None)
    if own:
        return str(own)
    module = str(place[0]).rpartition("/")[2].removesuffix(".py") if place else ""
    return f"{module}.{name}" if name == "patterns" and module else name


def _enters(frame: types.FrameType, observer: Any) -> bool:
    """Whether this is the frame that entered the observer: a method of it that applies a pass, or any other code."""
    ours = frame.f_globals.get("__name__", "").startswith("explorer.compat.")
    return not ours and (frame.f_locals.get("self") is not observer or "pass_fn" in frame.f_locals)


def _bare(function: Any) -> Any:
    """The function behind partials, or the pattern matcher whose method it is."""
    while isinstance(function, functools.partial):
        function = function.func
    owner = getattr(function, "__self__", None)
    return owner if hasattr(owner, "patterns") else inspect.unwrap(function)


def _rule(rule: Any) -> tuple[str | None, list[Any] | None]:
    """Name, and file and line, of a pass function or of a set of patterns."""
    code = getattr(rule, "__code__", None)
    if code is not None:
        return str(rule.__name__), [code.co_filename, code.co_firstlineno]
    return _patterns(rule) if rule is not None else (None, None)


def _patterns(patterns: Any) -> tuple[str | None, list[Any] | None]:
    """The global name of a set of patterns, with the line that makes it."""
    for name, module in list(sys.modules.items()):
        if not name.startswith(_PASSES):
            continue
        for known, value in list(vars(module).items()):
            inside = isinstance(value, list) and any(each is patterns for each in value)
            if value is patterns or inside:
                shown = f"{known}[{value.index(patterns)}]" if inside else known
                return shown, _assigned(module, known)
    return getattr(patterns, "pass_name", None), None


@functools.lru_cache(maxsize=64)
def _assigned(module: types.ModuleType, name: str) -> list[Any] | None:
    try:
        lines, _ = inspect.getsourcelines(module)
    except (OSError, TypeError):
        return None
    at = (n for n, line in enumerate(lines, 1) if line.startswith((f"{name} =", f"{name}:")))
    line = next(at, None)
    return [module.__file__, line] if line is not None else None


def _first_sentence(text: str | None) -> str | None:
    paragraph = " ".join((text or "").split("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".")[:200] or None
