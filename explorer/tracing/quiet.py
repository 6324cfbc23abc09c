"""Keep what this thread logs to ourselves: a probe compiles too, and its records are no part of the user's logs."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Iterator


class _NotFrom(logging.Filter):
    def __init__(self, thread: int) -> None:
        super().__init__()
        self._thread = thread

    def filter(self, record: logging.LogRecord) -> bool:
        if record.thread != self._thread:
            return True
        # an interned file name is written to a trace log once per process: later records need it
        metadata = getattr(record, "metadata", None)
        return isinstance(metadata, dict) and "str" in metadata


@contextlib.contextmanager
def quiet_torch() -> Iterator[None]:
    """No handler of a torch logger hears this thread in the body; other threads are heard as before."""
    mute = _NotFrom(threading.get_ident())
    handlers = {
        id(handler): handler
        for name in list(logging.root.manager.loggerDict)
        if name == "torch" or name.startswith("torch.")
        for handler in logging.getLogger(name).handlers
    }
    for handler in handlers.values():
        handler.addFilter(mute)
    try:
        yield
    finally:
        for handler in handlers.values():
            handler.removeFilter(mute)
