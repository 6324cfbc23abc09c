"""What the program prints while it is measured is counted and not shown: hundreds of calls would fill the screen."""

from __future__ import annotations

import io
import logging
import sys
import threading
from types import TracebackType
from typing import Any, TextIO


class Unprinted(io.TextIOBase):
    """Stands for a stream in one thread; what others write goes on to ``behind``. Counts the lines it swallows."""

    def __init__(self, behind: TextIO, counter: Quiet) -> None:
        self._behind, self._counter = behind, counter

    def write(self, text: str) -> int:
        """Count the lines of ``text``."""
        if threading.get_ident() != self._counter.thread:
            return self._behind.write(text)
        self._counter.lines += text.count("\n")
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._behind, name)


class Quiet:
    """A context in which this thread's prints, and log lines on the same streams, are counted in ``lines``.

    It is entered for each measured call, outside of what is timed; it is not entered twice at once.
    """

    def __init__(self) -> None:
        self.lines = 0
        self.thread = threading.get_ident()
        self._before: tuple[TextIO, TextIO] | None = None
        self._handlers: list[tuple[logging.StreamHandler[Any], TextIO]] = []

    def __enter__(self) -> None:
        out, err = self._before = sys.stdout, sys.stderr
        stands_for = {id(out): Unprinted(out, self), id(err): Unprinted(err, self)}
        sys.stdout, sys.stderr = stands_for[id(out)], stands_for[id(err)]
        self._handlers = [(each, each.stream) for each in _handlers() if id(each.stream) in stands_for]
        for handler, stream in self._handlers:
            handler.stream = stands_for[id(stream)]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        for handler, stream in self._handlers:
            handler.stream = stream
        if self._before is not None:
            sys.stdout, sys.stderr = self._before


def _handlers() -> list[logging.StreamHandler[Any]]:
    """Every handler that writes to a stream."""
    named = (logger for logger in logging.root.manager.loggerDict.values() if isinstance(logger, logging.Logger))
    handlers = {id(handler): handler for logger in (logging.root, *named) for handler in logger.handlers}
    return [handler for handler in handlers.values() if isinstance(handler, logging.StreamHandler)]
