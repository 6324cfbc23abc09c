"""One view in the front end and its comm: heavy texts on demand, the selection both ways.

The handlers may run on another thread while the user's code runs on the main one (a kernel's subshell): they only read
the frozen report. Listeners of the user are called on the main thread (``Exploration.on_select`` sees to that).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.exploration import Exploration
from explorer.views.answers import answer


class View:
    """Serves ``exploration`` to the view behind ``comm`` until either side closes it."""

    def __init__(self, comm: Any, exploration: Exploration) -> None:
        self._comm, self._exploration = comm, exploration
        self._stop: Callable[[], None] = exploration.selected.listen(self._tell)
        comm.on_msg(self._heard)
        measured = exploration.report.timings is not None
        comm.send({"kind": "ready", "selection": list(exploration.selected.refs), "measured": measured})

    def close(self) -> None:
        """The front end closed its comm."""
        self._stop()

    def _heard(self, message: dict[str, Any]) -> None:
        data = message.get("content", {}).get("data")
        if not isinstance(data, dict):
            return
        if data.get("kind") == "select":
            refs = data.get("refs")
            self._exploration.selected.set(refs if isinstance(refs, list) else (), by=self._tell)
        else:
            self._comm.send(answer(self._exploration.report, data))

    def _tell(self, refs: tuple[str, ...]) -> None:
        self._comm.send({"kind": "select", "refs": list(refs)})
