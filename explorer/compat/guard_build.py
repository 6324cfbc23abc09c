"""The guards that Dynamo has just built: the user's stack behind each, and how long checking all of them takes."""

from __future__ import annotations

import time
import types
from typing import Any

from explorer.compat.private import Private

BUILD = Private(
    "torch._dynamo.guards:CheckFunctionManager",
    "who added a guard, and what checking costs",
    "guards name one line each, and the time of checking them is torch's own single cold run",
)
_LONGEST = 16
"""Frames of a stack that are kept, the innermost."""
ROUNDS, SECONDS = 5, 0.0004
"""Rounds in which checking is timed, and how long each shall take."""


def guards_in(frame: types.FrameType | None) -> dict[str, Any] | None:
    """What is known of the guards whose text torch emits in the stack of ``frame``; None when they are not there.

    ``stacks`` are the different stacks (outermost frame first: file, line, function), ``guards`` the number of its
    stack by ``"KIND source"`` and by ``"source"``, ``check`` the seconds of one check of all guards in each round.
    """
    built = BUILD.get()
    while frame is not None:
        if built is not None and isinstance(frame.f_locals.get("self"), built):
            facts = _stacks(frame.f_locals.get("sorted_guards") or ())
            return facts | {"check": _check(frame.f_locals)}
        frame = frame.f_back
    return None


def _stacks(guards: Any) -> dict[str, Any]:
    stacks: dict[tuple[tuple[str, int, str], ...], int] = {}
    named: dict[str, int] = {}
    for guard in guards:
        stack = getattr(guard, "user_stack", None)
        if not stack:
            continue
        told = tuple((each.filename, each.lineno or 0, each.name) for each in list(stack)[-_LONGEST:])
        number = stacks.setdefault(told, len(stacks))
        for kind in getattr(guard, "guard_types", None) or ():
            named.setdefault(f"{kind} {guard.name}", number)
        named.setdefault(guard.name, number)
    return {"stacks": [list(map(list, stack)) for stack in stacks], "guards": named}


def _check(found: dict[str, Any]) -> list[float]:
    """Seconds of one check of the whole tree, caches warm, in each round; empty where it cannot be run."""
    check = getattr(getattr(found["self"], "guard_manager", None), "check", None)
    scope = getattr(found.get("output_graph"), "local_scope", None)
    if check is None or scope is None or not check(scope):
        return []
    began = time.perf_counter()
    check(scope)
    times = max(1, min(1000, int(SECONDS / max(time.perf_counter() - began, 1e-7))))
    rounds = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for _ in range(times):
            check(scope)
        rounds.append((time.perf_counter() - began) / times)
    return rounds
