"""Live progress while a capture runs: it is fed events, and shows itself again every fraction of a second."""

from __future__ import annotations

import contextlib
import contextvars
import shutil
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol, TextIO

from explorer.report import Report
from explorer.tracing.event import Event
from explorer.views.progress import Progress

EVERY = 0.2
"""Seconds between two looks; waiting for g++ brings no events, so the clock has to be looked at too."""


class Screen(Protocol):
    """Where progress is shown: once ``begin``, often ``show``, once ``end``, after which nothing of it is left."""

    def begin(self) -> None: ...
    def show(self, progress: Progress, now: float) -> None: ...
    def end(self) -> None: ...


class Live:
    """Feeds a ``Progress`` and shows it on a screen, never from two threads at once.

    An error of the screen ends the showing and nothing else.
    """

    def __init__(self, screen: Screen) -> None:
        self._progress = Progress()
        self._screen = screen
        self._lock = threading.Lock()
        self._over = threading.Event()
        # A copy of the context, so that a notebook's kernel knows which cell the output of the thread belongs to.
        run = contextvars.copy_context().run
        self._ticker = threading.Thread(target=run, args=(self._tick,), name="compile-explorer-progress", daemon=True)

    def feed(self, event: Event) -> None:
        """Take one event; it is shown with the next look."""
        with self._lock:
            self._progress.feed(event)

    __call__ = feed

    def follow(self, report: Callable[[], Report]) -> None:
        """``report()`` is the report of what is done by now; a screen that can show it is told."""
        follow = getattr(self._screen, "follow", None)
        if follow is not None:
            follow(report)

    def __enter__(self) -> Callable[[Event], None]:
        self.feed(Event(kind="explorer.starting", time=time.time()))  # the clock runs while torch is imported
        self._screen.begin()
        self._ticker.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self._ticker.join()
        self._screen.end()

    def _tick(self) -> None:
        while not self._over.wait(EVERY):
            try:
                with self._lock:
                    self._screen.show(self._progress, time.time())
            except Exception:  # progress is a courtesy: the compile goes on without it
                return


def live(screen: Screen | None) -> contextlib.AbstractContextManager[Callable[[Event], None] | None]:
    """A context manager that gives the listener to hand to a capture, or None when there is no screen."""
    return contextlib.nullcontext() if screen is None else Live(screen)


def terminal() -> Screen | None:
    """Standard error when a person watches it."""
    return TerminalLine(sys.stderr) if sys.stderr is not None and sys.stderr.isatty() else None


class TerminalLine:
    """One line that is overwritten, and wiped before the program prints something itself."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._shown = False
        self._program_output: Any = None
        self._guard: Any = None

    def begin(self) -> None:
        """Watch the program's standard output."""
        self._program_output = sys.stdout
        self._guard = sys.stdout = _Wiping(sys.stdout, self.wipe)

    def show(self, progress: Progress, now: float) -> None:
        """Write the line over the last one."""
        self._write("\r\x1b[2K" + progress.line(now, shutil.get_terminal_size().columns - 1))
        self._shown = True

    def wipe(self) -> None:
        """Leave an empty line, at whose start the cursor stands."""
        if self._shown:
            self._shown = False
            self._write("\r\x1b[2K")

    def end(self) -> None:
        """Wipe the line and give the standard output back."""
        self.wipe()
        if sys.stdout is self._guard:
            sys.stdout = self._program_output

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()


class _Wiping:
    """A stream that calls ``before`` ahead of each write and is otherwise the stream it wraps."""

    def __init__(self, stream: Any, before: Callable[[], None]) -> None:
        self._stream, self._before = stream, before

    def write(self, text: str) -> Any:
        self._before()
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)
