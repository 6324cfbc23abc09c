"""What torch hangs on the objects that a guard is about: it keeps the guard in memory for as long as the object lives.

A guard on the identity of a module, a class or a function of torch registers ``CheckFunctionManager.invalidate`` with
``weakref.finalize`` (torch/_dynamo/guards.py, ``id_ref``). Those objects live as long as the process, so without this
each exploration would leave its guards behind.
"""

from __future__ import annotations

from typing import Any

from explorer.compat.private import Private

REGISTRY = Private(
    "weakref:finalize._registry",
    "memory of guards",
    "the guards of this exploration stay in memory as long as the objects that they are about",
)


def let_go(guards: set[int]) -> None:
    """Take off the finalizers of these guards (ids of the managers of cache entries)."""
    registry: Any = REGISTRY.get()
    for finalizer in list(registry or ()):
        found = finalizer.peek()
        manager = _guards_of(found[1]) if found is not None else None
        if manager is not None and id(manager) in guards:
            finalizer.detach()


def _guards_of(callback: Any) -> Any:
    """The guards that a finalizer of torch invalidates; None for any other finalizer."""
    owner = getattr(getattr(callback, "func", callback), "__self__", None)
    return getattr(owner, "guard_manager", None) if type(owner).__name__ == "CheckFunctionManager" else None
