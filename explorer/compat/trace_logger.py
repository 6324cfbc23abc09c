"""torch's structured trace: the logger that our handler hangs on, and the table of interned file names."""

from __future__ import annotations

import logging
from typing import Any

from explorer.compat.private import Private

TRACE_LOG = Private(
    "torch._logging._internal:trace_log",
    "live capture",
    "torch's structured trace logger is not where it was: nothing of the compile can be captured live",
)
LAZY_HANDLER = Private(
    "torch._logging._internal:LazyTraceHandler",
    "TORCH_TRACE set later",
    "a TORCH_TRACE that is set after this capture may be ignored by torch",
)
INTERN_TABLE = Private(
    "torch._logging.structured:INTERN_TABLE",
    "file names in stacks",
    "file names in torch's stacks are numbers without a name, so some places are unknown",
)


class TraceLogger:
    """Hangs ``handler`` on torch's trace logger and leaves the logger as it was found.

    torch's own lazy handler removes itself at its first record when ``TORCH_TRACE`` is not set, and file names are
    written to the log only once per process. So when no other handler was there, both are put back: a ``TORCH_TRACE``
    that starts later is complete.
    """

    def __init__(self, handler: logging.Handler) -> None:
        self._handler = handler
        self._logger: logging.Logger | None = None
        self._before: list[logging.Handler] = []
        self._interned: dict[str, int] = {}
        self._strings: dict[int, str] | None = None

    def attach(self) -> bool:
        """Start receiving records; False when this torch has no such logger."""
        self._logger = TRACE_LOG.get()
        if self._logger is None:
            return False
        self._before = list(self._logger.handlers)
        self._interned = dict(INTERN_TABLE.get() or {})
        self._strings = None
        self._logger.addHandler(self._handler)
        return True

    def strings(self) -> dict[int, str]:
        """Interned file names by number: as of now, or of the moment at which it stopped."""
        if self._strings is not None:
            return self._strings
        table: dict[str, int] = INTERN_TABLE.get() or {}
        return {number: name for name, number in list(table.items())}

    def detach(self) -> None:
        """Stop, and put back what the lazy handler changed by itself."""
        if self._logger is None:
            return
        self._logger.removeHandler(self._handler)
        self._strings = self.strings()  # the table itself goes back to what it was
        lazy: Any = LAZY_HANDLER.get()
        gone = [handler for handler in self._before if handler not in self._logger.handlers]
        # handlers that other code added or removed meanwhile are their business
        if lazy is None or self._logger.handlers or not gone or not all(isinstance(handler, lazy) for handler in gone):
            return
        for handler in gone:
            self._logger.addHandler(handler)
        table: dict[str, int] | None = INTERN_TABLE.get()
        if table is not None:
            table.clear()
            table.update(self._interned)
