"""``%%compile_explain`` over a cell: the cell runs as usual, and every compile in it is captured."""

from __future__ import annotations

from typing import Any

from explorer.api import capture, compare
from explorer.kept import Ran
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
    before = asked.before(shell.user_ns)
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
    exploration.ran = _value_of(shell)
    if exploration.ran is not None:
        exploration.output = exploration.ran.outputs[0]
    asked.show(shell, exploration if before is None else compare(before, exploration))
    if error is not None:
        trim(shell, error)
        raise error


def _value_of(shell: Any) -> Ran | None:
    """The value that the cell ended with, to be compared with that of an edited one."""
    result = shell.displayhook.exec_result
    value = getattr(result, "result", None)
    return None if value is None else Ran(None, (value,))
