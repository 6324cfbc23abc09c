"""The compile that is running now."""

from __future__ import annotations

from typing import Any

from explorer.compat.private import Private

CONTEXT = Private(
    "torch._guards:CompileContext",
    "compile ids of our own records",
    "module paths and bytecode are not joined to their compile",
)


def current() -> str | None:
    """torch's id of the compile in progress in this thread (``"0/1"``), or None."""
    context: Any = CONTEXT.get()
    compile_id = context.current_compile_id() if context is not None else None
    return None if compile_id is None else str(compile_id)
