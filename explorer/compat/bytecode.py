"""The bytecode of a frame before and after Dynamo, from its hook."""

from __future__ import annotations

import dis
import re
import sys
import types
from collections.abc import Callable
from typing import Any

from explorer.compat.private import Private

REGISTER = Private(
    "torch._dynamo.convert_frame:register_bytecode_hook",
    "bytecode",
    "the bytecode of functions is not in the report",
)
RESUME_PREFIX = "torch_dynamo_resume_in_"

_PROLOGUE = frozenset(("RESUME", "COPY_FREE_VARS", "MAKE_CELL", "RETURN_GENERATOR", "EXTENDED_ARG", "CACHE"))
"""Instructions at the head of a function that do nothing of the user's."""


def listen(on_code: Callable[[types.CodeType, types.CodeType], None], *, resumed: bool = False) -> Callable[[], None]:
    """Call ``on_code(original, modified)`` after each compiled frame until the returned function is called.

    Resume functions are left out unless ``resumed``: torch writes their bytecode into the trace.
    """
    register: Any = REGISTER.get()
    if register is None:
        return lambda: None

    def hook(original: types.CodeType, modified: types.CodeType) -> None:
        if resumed or not original.co_name.startswith(RESUME_PREFIX):
            on_code(original, modified)

    handle = register(hook)
    remove: Callable[[], None] = handle.remove
    return remove


def listing(code: types.CodeType) -> str:
    """The bytecode of ``code`` as the standard library prints it."""
    return dis.Bytecode(code).dis()


def parts(original: types.CodeType, modified: types.CodeType) -> list[dict[str, Any]]:
    """What ``modified`` does, in order: ``[{kind, …}]``.

    ``graph`` calls a compiled graph (``name``); ``write`` puts back attributes that the traced part changed; ``python``
    and ``branch`` are the user's own instructions, left to Python (``at``, the span of the first, ``last``, the line of
    the last, ``count``); ``resume`` calls the rest of the function (``name``, the ``line`` at which it goes on);
    ``return`` ends without one of these.
    """
    lines = {each.offset: each.positions.lineno for each in dis.get_instructions(original) if each.positions}
    found: list[dict[str, Any]] = []
    for each in dis.get_instructions(modified):
        part = _part(each, lines)
        if part is None:
            continue
        last = found[-1] if found else {}
        if part["kind"] in ("python", "write") and last.get("kind") == part["kind"]:
            last |= {"last": part.get("last"), "count": last.get("count", 1) + 1}
        else:
            found.append(part)
    if not found or found[-1]["kind"] in ("graph", "write"):
        found.append({"kind": "return"})
    return found


def _part(each: dis.Instruction, lines: dict[int, int | None]) -> dict[str, Any] | None:
    """What one instruction of the modified code does; None for what only moves values about.

    Dynamo gives its own instructions a line but no columns (torch/_dynamo/bytecode_transformation.py); those with
    columns are copies of the user's.
    """
    name = each.argval if isinstance(each.argval, str) else ""
    if name.startswith("__compiled_fn_"):
        return {"kind": "graph", "name": name}
    if name.startswith("__resume_at_"):
        offset = re.match(r"__resume_at_(\d+)", name)
        return {"kind": "resume", "name": name, "line": lines.get(int(offset[1])) if offset else None}
    if name == "object_setattr_ignore_descriptor":
        return {"kind": "write"}
    at = each.positions
    if at is None or at.lineno is None or at.col_offset is None or each.opname in _PROLOGUE:
        return None
    kind = "branch" if "JUMP_IF" in each.opname or each.opname.startswith("POP_JUMP") else "python"
    return {"kind": kind, "at": tuple(at), "last": at.end_lineno, "count": 1}


def resumed_code(name: str) -> types.CodeType | None:
    """The code of a resume function that Dynamo has just installed, or None.

    The function that calls our hook has the globals of the compiled frame as its ``globals``
    (torch/_dynamo/convert_frame.py, ``_compile``). For a function with a closure it is a maker of it that is installed,
    which holds the code in its own closure.
    """
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None:
        for space in (frame.f_locals.get("globals"), frame.f_globals):
            function = space.get(name) if isinstance(space, dict) else None
            if isinstance(function, types.FunctionType):
                return _resumed_in(function)
        frame = frame.f_back
    return None


def _resumed_in(function: types.FunctionType) -> types.CodeType | None:
    held = (cell.cell_contents for cell in function.__closure__ or ())
    codes = (function.__code__, *(each for each in held if isinstance(each, types.CodeType)))
    return next((code for code in codes if code.co_name.startswith(RESUME_PREFIX)), None)
