"""The guards of code that is already compiled, to be checked again on what a real call gave them."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from explorer.compat.eval_frame import ENTRIES
from explorer.compat.private import Private

ORIGINAL = Private(
    "torch._dynamo.convert_frame:orig_code_map",
    "what guards cost",
    "the time of guards is in that of the Python around compiled code",
)


@dataclass
class GuardCheck:
    """The guards of one compiled frame. ``check()`` runs them as Dynamo does, on the values of a call that was seen."""

    compile_id: str
    check: Callable[[], bool]


def guard_checks(call: Callable[[], object]) -> list[GuardCheck]:
    """Run ``call`` and return the guards of every compiled frame that ran in it, in order.

    Any profiler that is set with ``sys.setprofile`` is set again afterwards.
    """
    originals: Any = ORIGINAL.get()
    entries: Any = ENTRIES.get()
    if originals is None or entries is None:
        return []
    seen: list[tuple[types.CodeType, dict[str, Any]]] = []

    def watch(frame: types.FrameType, event: str, _: Any) -> None:
        if event == "call" and originals.get(frame.f_code) is not None:
            seen.append((frame.f_code, dict(frame.f_locals)))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        call()
    finally:
        sys.setprofile(before)
    found = (_check(entries(originals[code]), code, values) for code, values in seen)
    return [each for each in found if each is not None]


def _check(entries: list[Any], code: types.CodeType, values: dict[str, Any]) -> GuardCheck | None:
    entry = next((entry for entry in entries if entry.code is code), None)
    check = getattr(getattr(entry, "guard_manager", None), "check", None)
    compile_id = getattr(entry, "compile_id", None)
    if check is None or compile_id is None:
        return None
    return GuardCheck(str(compile_id), lambda: bool(check(values)))
