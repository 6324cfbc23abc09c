"""Notebook cells: which cell a file name of the kernel stands for. Imports no IPython unless it is running."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

_IDS: dict[int, str] = {}
_TURNED = "get_ipython()."
"""What IPython calls in the place of a magic."""


@dataclass(frozen=True)
class Cell:
    """A cell: ``In[execution_count]``, and the front end's id of it when it was told."""

    execution_count: int | None = None
    cell_id: str | None = None


def remember(execution_count: int, cell_id: str | None) -> None:
    """Note that the cell ``cell_id`` runs as ``In[execution_count]`` (called before each cell, once loaded)."""
    if cell_id:
        _IDS[execution_count] = cell_id


def cell_of(file: str) -> Cell | None:
    """The cell that was compiled under the name ``file``, or None when it is not a cell of this process."""
    shell = _shell()
    names = getattr(getattr(shell, "compile", None), "_filename_map", None)
    number = names.get(file) if isinstance(names, dict) else None
    if not isinstance(number, int):
        return None
    return Cell(number, _IDS.get(number))


def as_typed(text: str, cell: Cell) -> str:
    """``text``, the Python that ``cell`` was turned into, with its magics and ``!`` commands as they were typed.

    It stays as it is where the two cannot be laid side by side line by line.
    """
    history = getattr(getattr(_shell(), "history_manager", None), "input_hist_raw", ())
    number = cell.execution_count or 0
    ran = text.splitlines(keepends=True)
    typed = history[number].splitlines() if 0 < number < len(history) else []
    if len(ran) != len(typed):
        return text
    return "".join(f"{raw}\n" if _TURNED in line else line for line, raw in zip(ran, typed, strict=True))


def _shell() -> Any:
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None and hasattr(module, "get_ipython") else None
