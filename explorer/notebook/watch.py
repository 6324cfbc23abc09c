"""``%compile_watch``: follow every compile of the notebook, and warn at the cell that causes trouble."""

from __future__ import annotations

from typing import Any

from IPython.core.error import UsageError as ShellUsageError

from explorer.errors import ExplorerError
from explorer.notebook.cell import number_of_cell
from explorer.watching import Watch, stop_watching, watch

HELP = "%compile_watch follows every compile of the notebook, one line each; %compile_watch off ends it"


class _Cells:
    """Tells the watch where a cell begins and ends."""

    def __init__(self, shell: Any, follow: Watch) -> None:
        self._shell, self._follow = shell, follow
        shell.events.register("pre_run_cell", self._begins)
        shell.events.register("post_run_cell", self._ended)

    def _begins(self, *_: Any) -> None:
        if self._follow.on:
            self._follow.cell_begins()
        else:  # it was ended from Python
            self.leave()

    def _ended(self, result: Any = None) -> None:
        number = getattr(result, "execution_count", None)
        if self._follow.on:
            self._follow.cell_ended(
                self._shell.user_ns, f"In[{number_of_cell(self._shell) if number is None else number}]"
            )

    def leave(self) -> None:
        """Listen no more."""
        for event, listener in (("pre_run_cell", self._begins), ("post_run_cell", self._ended)):
            if listener in self._shell.events.callbacks[event]:
                self._shell.events.unregister(event, listener)


_RUNNING: list[_Cells] = []


def run(shell: Any, line: str) -> None:
    """``%compile_watch``, with ``on`` or ``off`` after it; anything else raises IPython's ``UsageError``."""
    word = line.strip()
    if word not in ("", "on", "off"):
        raise ShellUsageError(f"{HELP}; not {word!r}")
    for cells in _RUNNING:
        cells.leave()
    _RUNNING.clear()
    if word == "off":
        print("no longer watching" if stop_watching() else "nothing was watched")
        return
    try:
        _RUNNING.append(_Cells(shell, watch(print)))
    except ExplorerError as error:
        raise ShellUsageError(str(error)) from None
    print("watching: one line for each compile; %compile_watch off ends it")
