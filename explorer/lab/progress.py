"""Live progress in JupyterLab: the viewer under the cell, filled while the compile still runs.

Each look sends a line and the seconds; from time to time it sends the report of what is done, so that the Dynamo graph
can be read while g++ works. The comm is opened from this side, because the front end's own would wait for the cell
where the kernel has no subshells.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable
from typing import Any, Protocol

from explorer.lab.meeting import TARGET, Meeting
from explorer.live import Screen
from explorer.report import Report
from explorer.views.answers import live_report
from explorer.views.mime import MIME
from explorer.views.progress import Progress

PATIENCE = 0.5
"""Seconds before anything is shown."""

SHARE = 10
"""Folding a report takes at most one part in so many of the time, so that it costs the compile little."""

SELDOM = 1.5
"""Seconds between two reports at least."""


class Display(Protocol):
    """A display that can be updated in place (``IPython.display.DisplayHandle``)."""

    def update(self, data: dict[str, Any], *, raw: bool) -> None: ...


class LiveViewer:
    """A screen. Where the extension is known not to be there, ``other`` is shown instead.

    Before anybody answered (the package was loaded in the cell that runs, in a kernel without subshells) both are
    shown in one output: a front end takes what it can draw, and the table is kept up to date.
    """

    def __init__(self, meeting: Meeting, other: Screen, show: Callable[[dict[str, Any]], Display]) -> None:
        self._meeting, self._other, self._show = meeting, other, show
        self._name = uuid.uuid4().hex
        self._report: Callable[[], Report] | None = None
        self._display: Display | None = None
        self._comm: Any = None
        self._began = self._next = 0.0

    def begin(self) -> None:
        """Start the clock."""
        self._began = time.monotonic()
        self._other.begin()

    def follow(self, report: Callable[[], Report]) -> None:
        """``report()`` is the report of what is done by now."""
        self._report = report

    def show(self, progress: Progress, now: float) -> None:
        """Show the viewer, or tell it what is new."""
        presence = self._meeting.presence
        if self._display is None and presence == "absent":
            self._other.show(progress, now)
            return
        if time.monotonic() - self._began < PATIENCE:
            return
        if self._display is None:
            self._open(progress, now)
        elif presence != "present":
            self._display.update(self._bundle(progress, now), raw=True)
        parts = re.split(r" {2,}", progress.line(now, 160).strip())
        self._comm.send({"kind": "progress", "line": " · ".join(parts)})
        self._send_report()

    def end(self) -> None:
        """Leave nothing to see."""
        self._other.end()
        if self._display is not None:
            self._comm.close({"kind": "end"})
            self._display.update({"text/plain": ""}, raw=True)

    def _open(self, progress: Progress, now: float) -> None:
        from comm import create_comm

        self._display = self._show(self._bundle(progress, now))
        self._comm = create_comm(target_name=TARGET, data={"kind": "live", "id": self._name})

    def _bundle(self, progress: Progress, now: float) -> dict[str, Any]:
        document = {"schema": 1, "program": {"name": ""}, "environment": {}, "live": self._name}
        return {MIME: document, "text/html": progress.html(now), "text/plain": progress.line(now, 100)}

    def _send_report(self) -> None:
        started = time.monotonic()
        if self._report is None or started < self._next:
            return
        try:
            report = live_report(self._report())
        except Exception:  # a report of half a compile is a courtesy: the line goes on without it
            self._report = report = None
        if report is not None:
            self._comm.send({"kind": "report", "report": report})
        took = time.monotonic() - started
        self._next = time.monotonic() + max(SELDOM, SHARE * took)
