"""The text view: all that the report tells, for a terminal, a log or a pager. Pure: width and colour are arguments."""

from __future__ import annotations

from collections.abc import Collection

from explorer.report import Report
from explorer.views.plain.document import ALL, write

NAME = "text"
EXTENSIONS = (".txt",)


def render(
    report: Report,
    *,
    width: int = 100,
    color: bool = False,
    full: bool = False,
    sections: Collection[str] = (ALL,),
) -> str:
    """The report as text in lines of at most ``width`` columns (40 at least), ended by a new line.

    ``color`` adds terminal colours, ``sections`` are shown beside the summary (by name, or ``"all"``), ``full`` adds
    every guard, graph and generated kernel.
    """
    return write(report, width=width, color=color, full=full, sections=sections)
