"""The values that generated code keeps in memory, read while it runs: what is fused away is not there to be seen."""

from __future__ import annotations

import ast
import contextlib
import types
from collections.abc import Callable, Collection, Iterator
from typing import Any

from explorer.measure.instrument import functions_of

_SEE = "_explorer_see"

See = Callable[[str, Any], None]
"""Called with the name of a buffer, and the buffer, after each kernel that names it."""


@contextlib.contextmanager
def watched(module: types.ModuleType, text: str, lines: Collection[int], see: See) -> Iterator[None]:
    """Tell of the buffers of a generated module in the body; ``lines`` of its ``text`` are those of kernel calls."""
    swaps = list(_swaps(module, text, frozenset(lines)))

    def tell(buffers: dict[str, Any]) -> None:
        for name, value in buffers.items():
            see(name, value)

    vars(module)[_SEE] = tell
    try:
        for function, _, watching in swaps:
            function.__code__ = watching
        yield
    finally:
        for function, plain, _ in swaps:
            function.__code__ = plain
        vars(module).pop(_SEE, None)


def _swaps(
    module: types.ModuleType, text: str, lines: frozenset[int]
) -> Iterator[tuple[types.FunctionType, types.CodeType, types.CodeType]]:
    for owner, definition in functions_of(module, ast.parse(text)):
        function = vars(owner).get(definition.name)
        if not isinstance(function, types.FunctionType):
            continue
        definition.body = _watching(definition.body, lines)
        scope: dict[str, Any] = {}
        made = ast.fix_missing_locations(ast.Module([definition], []))
        exec(compile(made, str(module.__file__), "exec"), scope)  # text that torch wrote and runs itself
        code = scope[definition.name].__code__
        if code.co_freevars == function.__code__.co_freevars:
            yield function, function.__code__, code


def _watching(body: list[ast.stmt], lines: frozenset[int]) -> list[ast.stmt]:
    """``body`` with a call of the watcher after each statement on ``lines``, with the buffers that it names."""
    made: list[ast.stmt] = []
    for statement in body:
        blocks = [name for name in ("body", "orelse", "finalbody") if isinstance(getattr(statement, name, None), list)]
        for name in blocks:
            setattr(statement, name, _watching(getattr(statement, name), lines))
        made.append(statement)
        inside = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
        names = sorted({node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and _is_buffer(node.id)})
        if names and not blocks and any(line in lines for line in inside):
            pairs = ", ".join(f"{name!r}: {name}" for name in names)
            made += ast.parse(f"{_SEE}({{{pairs}}})").body
    return made


def _is_buffer(name: str) -> bool:
    return name.startswith("buf") and name[3:].isdigit()
