"""Whether our JupyterLab extension is on the other side of this kernel: learnt from what it sends, never guessed.

The kernel opens a comm when the package is loaded and leaves it open. A front end with our extension answers with a
comm of its own, at once or whenever it meets the kernel later (it finds the open comm in the kernel's list). A front
end without it closes ours. One that does neither leaves the matter unknown.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Literal

TARGET = "compile-explorer"
"""The comm target, on both sides."""

PROTOCOL = 1
"""Raised when a message changes its meaning; the extension says which one it speaks."""

Presence = Literal["present", "absent", "unknown"]


class Meeting:
    """The comms of one kernel. ``opened`` is called with each comm that the extension opens to look at something."""

    def __init__(self, opened: Callable[[Any, dict[str, Any]], None]) -> None:
        self._opened = opened
        self._call: Any = None
        self._met = self._refused = False

    def call(self) -> None:
        """Register the target and let the front end know that this kernel has Compile Explorer."""
        from comm import create_comm, get_comm_manager

        get_comm_manager().register_target(TARGET, self._answered)
        self._call = create_comm(target_name=TARGET, data={"protocol": PROTOCOL, "kind": "kernel"})
        self._call.on_close(self._closed)

    @property
    def presence(self) -> Presence:
        """What is known now. Colab has no extensions, so there it is known from the start."""
        if self._met:
            return "present"
        return "absent" if self._refused or "google.colab" in sys.modules else "unknown"

    def _answered(self, comm: Any, message: dict[str, Any]) -> None:
        data = message.get("content", {}).get("data")
        self._met = True
        if isinstance(data, dict) and data.get("kind") == "view":
            self._opened(comm, data)

    def _closed(self, _: Any) -> None:
        self._refused = True
