"""Where something is: a file or a notebook cell, a line, and the columns when they are known."""

from __future__ import annotations

import os
import re

from explorer.report.base import Record


class Place(Record, frozen=True, kw_only=True):
    """A spot in source code.

    ``file`` is the name that Python compiled the code under (a kernel's temporary path for a notebook cell);
    ``line`` and ``end_line`` count from 1, ``column`` and ``end_column`` from 0 in characters.
    ``cell_id`` and ``execution_count`` are set for notebook cells. ``source`` is the stripped text of the line.
    """

    file: str
    line: int | None = None
    end_line: int | None = None
    column: int | None = None
    end_column: int | None = None
    function: str | None = None
    cell_id: str | None = None
    execution_count: int | None = None
    source: str | None = None


_LIBRARY = (
    *("/site-packages/", "/dist-packages/", "<frozen ", "/lib/python3"),
    "<eval_with_key>",  # the code of a graph
    # torch in a checkout of its own
    *("/torch/_dynamo/", "/torch/_functorch/", "/torch/_inductor/", "/torch/nn/", "/torch/fx/"),
)
_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))).replace("\\", "/") + "/"
_SAMPLES = "/explorer/_samples/"
_GENERATED = re.compile(r"/\w\w/c[a-z2-7]{51}\.py$")
"""A module that Inductor wrote: its name is a hash, in a folder of the hash's first characters."""


def is_library(file: str) -> bool:
    """Whether ``file`` belongs to an installed package, to Python itself, to generated code or to us, not to the user.

    The samples that come with us are programs of a user; a command in a ``bin`` folder is not.
    """
    name = file.replace("\\", "/")
    if _SAMPLES in name:
        return False
    is_command = "/bin/" in name and not name.endswith(".py")
    return (
        is_command or bool(_GENERATED.search(name)) or name.startswith(_OURS) or any(mark in name for mark in _LIBRARY)
    )


def short_file(file: str, cwd: str | None) -> str:
    """``file`` relative to ``cwd`` when it lies inside it, a sample of ours by its name alone, else unchanged."""
    if _SAMPLES in file.replace("\\", "/"):
        return os.path.basename(file)
    if not cwd or not os.path.isabs(file):
        return file
    root = cwd.rstrip(os.sep) + os.sep
    return file[len(root) :] if file.startswith(root) else file


def show_place(place: Place | None, cwd: str | None = None) -> str:
    """How people read a place: ``model.py:12``, or ``In[3], line 4`` for a notebook cell."""
    if place is None:
        return "unknown place"
    if place.execution_count is not None or place.cell_id is not None:
        cell = f"In[{place.execution_count}]" if place.execution_count is not None else "this cell"
        return cell if place.line is None else f"{cell}, line {place.line}"
    file = short_file(place.file, cwd)
    return file if place.line is None else f"{file}:{place.line}"
