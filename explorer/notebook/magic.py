"""One use of the magic, as a line or over a cell: read, done, and errors of ours in one line."""

from __future__ import annotations

from typing import Any

from IPython.core.error import UsageError as ShellUsageError

from explorer.errors import ExplorerError, UsageError
from explorer.notebook.asked import read
from explorer.notebook.over_cell import explain_cell
from explorer.notebook.over_line import explain_line
from explorer.notebook.traceback import is_users
from explorer.options import Answered, BadOption, split_line
from explorer.output import say


def run(shell: Any, line: str, body: str | None, local_ns: dict[str, Any] | None) -> Any:
    """``%compile_explain LINE``, or ``%%compile_explain LINE`` over ``body``.

    An error of ours is raised as IPython's ``UsageError``, which is shown as one line and fails the cell; a bad option
    prints the usage and does nothing.
    """
    try:
        words, rest = split_line(line)
        asked = read(words, "line" if body is None else "cell")
        if body is None:
            return explain_line(shell, rest, asked, local_ns)
        if rest:
            raise UsageError(f"%%compile_explain takes options only, not {rest!r}: the code stands below it")
        return explain_cell(shell, line, body, asked)
    except Answered:
        return None
    except BadOption as error:
        say(f"{error.usage}\nUsageError: {error}")
        return None
    except ExplorerError as error:
        if is_users(error):
            raise
        raise ShellUsageError(str(error)) from None
