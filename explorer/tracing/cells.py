"""Notebook cells: which cell a file name of the kernel stands for. Imports no IPython unless it is running."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

_IDS: dict[int, str] = {}


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


def _shell() -> Any:
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None and hasattr(module, "get_ipython") else None
