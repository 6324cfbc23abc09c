"""Timers inside generated code: a copy of a function's code with a mark before and after each kernel call.

Only the code object of the live function is swapped, so that arguments, guards, wrappers and built kernels stay as they
are, and swapping back leaves nothing behind.
"""

from __future__ import annotations

import ast
import time
import types
from collections.abc import Callable, Collection, Iterator
from typing import Any

Enter = tuple[str, float, float, list[tuple[int, Any, Any]]]
"""One run of a function of a module: the module's file, host time at its start and end, and for each kernel call that
it made the line and the marks before and after."""

_BEFORE, _AFTER, _NOW, _LOG = (f"_explorer_{name}" for name in ("before", "after", "now", "log"))


class Instrumented:
    """The functions of one loaded module that call kernels. :meth:`on` puts the timers in, :meth:`off` takes them out.

    ``lines`` are those of the kernel calls in the module's ``text``. Each run of a function appends an :data:`Enter` to
    ``log``; ``before()`` and ``after()`` give the marks around a call, ``now()`` the host's time.
    """

    def __init__(
        self,
        module: types.ModuleType,
        text: str,
        lines: Collection[int],
        log: Callable[[Enter], object],
        *,
        before: Callable[[], Any],
        after: Callable[[], Any],
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._module = module
        self._given = {_BEFORE: before, _AFTER: after, _NOW: now, _LOG: log}
        self._swaps = list(_swaps(module, text, frozenset(lines)))

    def on(self) -> None:
        """The functions with timers in them."""
        self._module.__dict__.update(self._given)
        for function, _, timed in self._swaps:
            function.__code__ = timed

    def off(self) -> None:
        """The functions as they were."""
        for function, plain, _ in self._swaps:
            function.__code__ = plain
        for name in self._given:
            self._module.__dict__.pop(name, None)


def _swaps(
    module: types.ModuleType, text: str, lines: frozenset[int]
) -> Iterator[tuple[types.FunctionType, types.CodeType, types.CodeType]]:
    file = str(module.__file__)
    for owner, definition in functions_of(module, ast.parse(text)):
        function = vars(owner).get(definition.name)
        if not isinstance(function, types.FunctionType):
            continue
        body, found = _timed(definition.body, lines)
        if not found:
            continue
        definition.body = _logged(body, file)
        made = ast.fix_missing_locations(ast.Module([definition], []))
        scope: dict[str, Any] = {}
        exec(compile(made, file, "exec"), scope)  # text that torch wrote and runs itself
        timed = scope[definition.name].__code__
        if timed.co_freevars == function.__code__.co_freevars:
            yield function, function.__code__, timed


def functions_of(module: types.ModuleType, tree: ast.Module) -> Iterator[tuple[Any, ast.FunctionDef]]:
    """The functions of a module and of its classes (``Runner``), each with the object that holds it."""
    for statement in tree.body:
        if isinstance(statement, ast.FunctionDef):
            yield module, statement
        elif isinstance(statement, ast.ClassDef) and hasattr(module, statement.name):
            owner = getattr(module, statement.name)
            yield from ((owner, inner) for inner in statement.body if isinstance(inner, ast.FunctionDef))


def _timed(body: list[ast.stmt], lines: frozenset[int]) -> tuple[list[ast.stmt], bool]:
    """``body`` with marks around the statements on ``lines``, and whether there are any."""
    made: list[ast.stmt] = []
    any_found = False
    for statement in body:
        blocks = [name for name in ("body", "orelse", "finalbody") if isinstance(getattr(statement, name, None), list)]
        for name in blocks:
            inner, found = _timed(getattr(statement, name), lines)
            setattr(statement, name, inner)
            any_found |= found
        inside = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
        line = None if blocks else next((number for number in inside if number in lines), None)
        if line is None:
            made.append(statement)
            continue
        any_found = True
        start, end = _parsed(f"_start = {_BEFORE}()\n_times.append(({line}, _start, {_AFTER}()))")
        made += [start, statement, end]
    return made, any_found


def _logged(body: list[ast.stmt], file: str) -> list[ast.stmt]:
    told = f"{_LOG}(({file!r}, _began, {_NOW}(), _times))"
    *head, guarded = _parsed(f"_times = []\n_began = {_NOW}()\ntry: pass\nfinally: {told}")
    assert isinstance(guarded, ast.Try)
    guarded.body = body
    return [*head, guarded]


def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body
