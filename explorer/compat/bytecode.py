"""The bytecode of a frame before and after Dynamo, from its hook."""

from __future__ import annotations

import dis
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
