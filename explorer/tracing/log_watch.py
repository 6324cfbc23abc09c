"""Warnings of torch's compiler during a capture, kept for the report and passed on as if nobody listened."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator
from typing import Any

LOGGERS = ("torch._dynamo", "torch._inductor", "torch._functorch")


class _Watch(logging.Handler):
    def __init__(self, note: Callable[..., None]) -> None:
        super().__init__(logging.WARNING)
        self._note = note

    def emit(self, record: logging.LogRecord) -> None:
        try:
            message = record.getMessage()
        except Exception:
            return
        data: dict[str, Any] = {"logger": record.name, "level": record.levelname, "message": message}
        self._note("log", data)


@contextlib.contextmanager
def watch_warnings(note: Callable[..., None]) -> Iterator[None]:
    """Call ``note("log", {logger, level, message})`` for each warning; levels, filters and other handlers stay.

    torch's own handlers sit on the same loggers, so nothing else changes: a logger that does not propagate to the ones
    watched here is not heard.
    """
    watch = _Watch(note)
    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addHandler(watch)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(watch)
