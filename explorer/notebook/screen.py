"""Live progress in a cell's output: one display that is updated in place, and emptied in the end."""

from __future__ import annotations

import time
from typing import Any

from explorer.lab import attached
from explorer.live import Screen, terminal
from explorer.notebook.show import display
from explorer.views.progress import Progress

PATIENCE = 0.5
"""Seconds before anything is shown: what is done by then needs no progress."""


def screen_of(shell: Any) -> Screen | None:
    """Where ``shell`` can show progress: a notebook's output, a terminal's line, or nowhere."""
    if not hasattr(shell, "kernel"):
        return terminal()
    kernel = attached(shell)
    return CellOutput() if kernel is None else kernel.screen(CellOutput(), _show)


def _show(data: dict[str, Any]) -> Any:
    return display(data, raw=True, display_id=True)


class CellOutput:
    """A table under the cell."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._began = 0.0

    def begin(self) -> None:
        """Start the clock."""
        self._began = time.monotonic()

    def show(self, progress: Progress, now: float) -> None:
        """Show the table, or update it."""
        if time.monotonic() - self._began < PATIENCE:
            return
        self._display({"text/html": progress.html(now), "text/plain": progress.line(now, 100)})

    def end(self) -> None:
        """Leave nothing to see."""
        if self._handle is not None:
            self._display({"text/plain": ""})

    def _display(self, data: dict[str, str]) -> None:
        if self._handle is None:
            self._handle = display(data, raw=True, display_id=True)
        else:
            self._handle.update(data, raw=True)
