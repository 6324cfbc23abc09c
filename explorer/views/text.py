"""The text view: all that the report tells, for a terminal, a log or a pager. Pure: width and colour are arguments."""

from __future__ import annotations

from explorer.report import Report
from explorer.views.plain.document import write

NAME = "text"
EXTENSIONS = (".txt",)


def render(report: Report, *, width: int = 100, color: bool = False, full: bool = False) -> str:
    """The report as text in lines of at most ``width`` columns (40 at least), ended by a new line.

    ``color`` adds terminal colours; ``full`` adds every guard, graph and generated kernel.
    """
    return write(report, width=width, color=color, full=full)
