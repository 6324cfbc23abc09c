"""``%%compile_explain`` over a cell: the cell runs as usual, and every compile in it is captured."""

from __future__ import annotations

from typing import Any

from explorer.api import capture
from explorer.live import live
from explorer.notebook.asked import Asked
from explorer.notebook.cell import number_of_cell, prepare
from explorer.notebook.screen import screen_of
from explorer.notebook.traceback import show_syntax_error, trim


def explain_cell(shell: Any, line: str, body: str, asked: Asked) -> None:
    """Run ``body`` under capture and show what was captured, also when the user's code raised; then raise it."""
    try:
        cell = prepare(shell, line, body)
    except SyntaxError as wrong:
        show_syntax_error(shell, wrong)
        return
    error: BaseException | None = None
    keywords = {"title": f"In[{number_of_cell(shell)}]", **asked.settings.explain}
    try:
        with (
            live(None if asked.quiet else screen_of(shell)) as progress,
            capture(progress=progress, **keywords) as exploration,
        ):
            try:
                cell.run()
            except BaseException as raised:
                error = raised
                raise
    except BaseException as raised:
        if raised is not error:
            raise
    asked.show(shell, exploration)
    if error is not None:
        trim(shell, error)
        raise error
