"""Code that was compiled before a capture began, and why a capture may have seen nothing."""

from __future__ import annotations

import types
from dataclasses import dataclass, field
from typing import Any

from explorer.compat import eval_frame
from explorer.compat.settings import recompile_limit, switched_off
from explorer.parse.compiles import is_wrapper, wrapped_class
from explorer.parse.stacks import resumed
from explorer.session import Session


@dataclass
class _Known:
    """A function with cache entries; ``more`` has the number of versions of each of its parts after a break."""

    name: str
    code: types.CodeType
    ids: list[str]
    wrapper: bool = False
    more: list[int] = field(default_factory=list)


class Precompiled:
    """The functions that had cache entries when this was made, the parts after a break counted with the whole."""

    def __init__(self) -> None:
        found = [
            _read(code, live)
            for code in eval_frame.known_codes()
            if (live := [entry for entry in eval_frame.entries_of(code) if entry.code is not None])
        ]
        whole = [each for each in found if resumed(each.code.co_name) is None]
        for part in (each for each in found if resumed(each.code.co_name) is not None):
            owner = _owner(part, whole)
            if owner is None:
                whole.append(part)
            else:
                owner.more.append(len(part.ids))
        self._before = whole

    def note(self, session: Session) -> None:
        """Add an ``explorer.precompiled`` event for each, and ``explorer.switched_off`` when nothing can compile."""
        limit = recompile_limit()
        for each in self._before:
            session.note(
                "precompiled",
                {
                    "function": each.name,
                    "file": each.code.co_filename,
                    "line": each.code.co_firstlineno,
                    "compile_ids": each.ids,
                    "entries": len(each.ids),
                    "limit_reached": limit is not None and max(len(each.ids), *each.more, 0) >= limit,
                    "wrapper": each.wrapper,
                },
            )
        off = switched_off()
        if off is not None:
            session.note("switched_off", {"why": off})


def _read(code: types.CodeType, entries: list[Any]) -> _Known:
    wrapper = is_wrapper(code.co_filename, code.co_name)
    name = str(getattr(code, "co_qualname", code.co_name)).rpartition("<locals>.")[2]  # co_qualname: from Python 3.11
    part = resumed(code.co_name)
    if part is not None:
        name = part[0]
    elif wrapper:
        classes = (wrapped_class(str(entry.guard_manager)) for entry in entries)
        name = ", ".join(dict.fromkeys(each for each in classes if each))
    return _Known(name, code, [str(entry.compile_id) for entry in entries], wrapper)


def _owner(part: _Known, whole: list[_Known]) -> _Known | None:
    """The function that ``part`` is the rest of: of that name in that file, the last that starts above it."""
    code = part.code
    named = (
        each
        for each in whole
        if (each.code.co_filename, each.code.co_name) == (code.co_filename, part.name)
        and each.code.co_firstlineno <= code.co_firstlineno
    )
    return max(named, key=lambda each: each.code.co_firstlineno, default=None)
