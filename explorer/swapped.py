"""Running edited code in the place of the user's, for as long as a body runs: the functions get other code objects."""

from __future__ import annotations

import contextlib
import gc
import linecache
import types
from collections.abc import Iterator

from explorer.parse.stacks import resumed
from explorer.report.python_text import without_magics


class CannotSwap(Exception):
    """The edited code cannot stand in for the function; the message says why."""


@contextlib.contextmanager
def swapped(file: str, line: int, text: str) -> Iterator[str]:
    """While the body runs, the function around ``line`` of ``file`` has the code that it has in ``text``.

    Gives the name of the edited file. Every function object of that code is changed, and is itself again afterwards.
    Raises ``CannotSwap`` when no function of that file holds the line, or when the edited one closes over other names.
    """
    functions = list(functions_at(file, line))
    if not functions:
        raise CannotSwap(f"no function that lives now has line {line} of {file}")
    old = functions[0].__code__
    name = f"{file} (edited)"
    new = _twin(old, text, name)
    if new.co_freevars != old.co_freevars:
        raise CannotSwap(f"{old.co_name} would close over other names")
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    for function in functions:
        function.__code__ = new
    try:
        yield name
    finally:
        for function in functions:
            function.__code__ = old
        linecache.cache.pop(name, None)


def functions_at(file: str, line: int) -> Iterator[types.FunctionType]:
    """The functions whose own code holds the line, those of the innermost code alone."""
    found = [
        each
        for each in gc.get_objects()
        if type(each) is types.FunctionType and each.__code__.co_filename == file and _holds(each.__code__, line)
    ]
    if found:
        inner = max((each.__code__ for each in found), key=lambda code: code.co_firstlineno)
        yield from (each for each in found if each.__code__ is inner)


def _holds(code: types.CodeType, line: int) -> bool:
    # what Dynamo made for the rest after a break is not the user's
    return resumed(code.co_name) is None and any(number == line for _, _, number in code.co_lines())


def _twin(old: types.CodeType, text: str, name: str) -> types.CodeType:
    """The code of the same name in the edited text; the nearest where several have it."""
    try:
        module = compile(without_magics(text), name, "exec", dont_inherit=True, flags=old.co_flags & _FUTURE)
    except (SyntaxError, ValueError) as error:
        raise CannotSwap(f"the edited text is not Python: {error}") from error
    twins = [each for each in _codes(module) if each.co_qualname == old.co_qualname]
    if not twins:
        raise CannotSwap(f"the edited text has no {old.co_qualname}")
    return min(twins, key=lambda code: abs(code.co_firstlineno - old.co_firstlineno))


_FUTURE = 0x1000000
"""``from __future__ import annotations``, where the file has it (CO_FUTURE_ANNOTATIONS)."""


def _codes(code: types.CodeType) -> Iterator[types.CodeType]:
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield each
            yield from _codes(each)
