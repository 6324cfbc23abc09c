"""Code that was compiled before a capture began, and why a capture may have seen nothing."""

from __future__ import annotations

import types

from explorer.compat import eval_frame
from explorer.compat.settings import recompile_limit, switched_off
from explorer.report import is_library
from explorer.session import Session


class Precompiled:
    """The user's functions that had cache entries when this was made."""

    def __init__(self) -> None:
        self._before: list[tuple[types.CodeType, list[str]]] = []
        for code in eval_frame.known_codes():
            if not is_library(code.co_filename):
                ids = [str(entry.compile_id) for entry in eval_frame.entries_of(code) if entry.code is not None]
                if ids:
                    self._before.append((code, ids))

    def note(self, session: Session) -> None:
        """Add an ``explorer.precompiled`` event for each, and ``explorer.switched_off`` when nothing can compile."""
        limit = recompile_limit()
        for code, ids in self._before:
            session.note(
                "precompiled",
                {
                    "function": code.co_name,
                    "file": code.co_filename,
                    "line": code.co_firstlineno,
                    "compile_ids": ids,
                    "entries": len(ids),
                    "limit_reached": limit is not None and len(ids) >= limit,
                },
            )
        off = switched_off()
        if off is not None:
            session.note("switched_off", {"why": off})
