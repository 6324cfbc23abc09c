"""Attach to the kernel that loaded the package: meet the front end, show explorations the best way it can."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from explorer.lab.meeting import Meeting
from explorer.lab.shelf import Shelf

# Loading the extension shall cost next to nothing: what an exploration needs is imported when there is one.
if TYPE_CHECKING:
    from explorer.exploration import Exploration
    from explorer.lab.progress import Display
    from explorer.live import Screen

Shown = tuple[dict[str, Any], dict[str, Any]]
"""The data and the metadata of an output."""


class Kernel:
    """This kernel, its front end, and the explorations it shows."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.meeting = Meeting(self._opened)

    def show(self, exploration: Exploration, **_: Any) -> Shown:
        """What an exploration puts into the output of a cell.

        Our own MIME type with HTML and text beside it; where the front end is known to lack our extension, a widget
        too. The metadata name the exploration, so that its view can ask for more.
        """
        from explorer.views.mime import MIME

        data = exploration.bundle()
        metadata = {MIME: {"id": self.shelf.put(exploration)}}
        if self.meeting.presence == "absent":
            made = exploration.widget()._repr_mimebundle_()
            views, told = made if isinstance(made, tuple) else (made or {}, {})
            return {**views, **data}, {**told, **metadata}
        return data, metadata

    def screen(self, other: Screen, show: Callable[[dict[str, Any]], Display]) -> Screen:
        """Where progress is shown: the viewer itself where the extension is there, else ``other``."""
        from explorer.lab.progress import LiveViewer

        return LiveViewer(self.meeting, other, show)

    def _opened(self, comm: Any, data: dict[str, Any]) -> None:
        exploration = self.shelf.get(data.get("id"))
        if exploration is None:
            comm.close({"reason": "gone"})
            return
        from explorer.lab.view import View

        view = View(comm, exploration)
        comm.on_close(lambda _: view.close())


_ATTACHED: weakref.WeakKeyDictionary[Any, Kernel] = weakref.WeakKeyDictionary()


def attach(shell: Any) -> Kernel | None:
    """Do so for IPython's ``shell``, when it is a kernel's. Without a kernel there is no one to meet."""
    if not hasattr(shell, "kernel"):
        return None
    kernel = _ATTACHED[shell] = Kernel()
    shell.display_formatter.mimebundle_formatter.for_type_by_name("explorer.exploration", "Exploration", kernel.show)
    kernel.meeting.call()
    return kernel


def attached(shell: Any) -> Kernel | None:
    """What :func:`attach` made for ``shell``."""
    return _ATTACHED.get(shell)


def measure(name: str) -> None:
    """Measure the exploration that is shown under the id ``name``: the viewer's button runs this on the main shell.

    Raises ``UsageError`` when it is gone, or cannot be run again.
    """
    from IPython.core.getipython import get_ipython

    from explorer.errors import UsageError

    kernel = attached(get_ipython())
    exploration = kernel.shelf.get(name) if kernel is not None else None
    if exploration is None:
        raise UsageError("this exploration is gone from the kernel: run its cell again")
    exploration.measure()
