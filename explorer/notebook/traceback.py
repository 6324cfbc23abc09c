"""The user's error as the user's: without the frames of IPython and of ours that ran their code."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any

import IPython

_HIDDEN = tuple(
    os.path.dirname(path) + os.sep
    for path in (os.path.dirname(os.path.abspath(__file__)), os.path.abspath(IPython.__file__))
)


def trim(shell: Any, error: BaseException) -> None:
    """From now on IPython shows ``error`` from the first frame of the user's code on.

    IPython asks an exception for ``_render_traceback_`` before it formats one itself. ``%debug`` still sees all.
    """
    trace = _from_user(error.__traceback__)
    lines = shell.InteractiveTB.structured_traceback(type(error), error, trace, tb_offset=0)
    try:
        error._render_traceback_ = lambda: lines  # type: ignore[attr-defined]
    except AttributeError:  # an exception type with slots: it is shown in full
        pass


def show_syntax_error(shell: Any, error: SyntaxError) -> None:
    """Show ``error`` as IPython does for a cell of its own, and let the running cell count as failed."""
    result = shell.displayhook.exec_result
    if result is None:
        raise error
    shell.showsyntaxerror()
    result.error_before_exec = error


def is_users(error: BaseException) -> bool:
    """Whether ``error`` went through :func:`trim`: it is the user's, whatever its type."""
    return hasattr(error, "_render_traceback_")


def _from_user(trace: TracebackType | None) -> TracebackType | None:
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_HIDDEN):
        trace = trace.tb_next
    return trace
