"""The table of what runs in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.report.passages import passages
from explorer.views.outline.flow import about
from explorer.views.outline.index import Index
from explorer.views.tables.columns import INT, TEXT, frame

if TYPE_CHECKING:
    import pandas


def program_map(report: Report) -> pandas.DataFrame:
    """A row for each passage of the program, in the order in which it was first reached.

    ``call``, ``depth`` (how many callers wait), ``runs`` (``graph``, ``python`` or ``library``), ``graph`` number,
    ``compile_id``, ``function``, ``resumed_after`` line, ``first_line``, ``last_line``, ``lines`` of the function
    (separated by commas), ``ops``, ``file``, ``effect`` and ``breaks`` (codes) of what Python runs, ``about``.
    """
    columns = {
        "call": INT, "depth": INT, "runs": TEXT, "graph": INT, "compile_id": TEXT, "function": TEXT,
        "resumed_after": INT, "first_line": INT, "last_line": INT, "lines": TEXT, "ops": INT, "file": TEXT,
        "effect": TEXT, "breaks": TEXT, "about": TEXT,
    }  # fmt: skip
    index = Index(report)
    findings = {finding.ref: finding for finding in report.findings}
    ids = {each.key: each.id for each in report.compilations}
    return frame(
        columns,
        (
            {
                "call": each.call, "depth": each.depth, "runs": each.runs, "graph": each.graph,
                "compile_id": ids.get(each.compilation or ""), "function": each.function,
                "resumed_after": each.resumed_after, "first_line": min(each.lines, default=None),
                "last_line": max(each.lines, default=None), "lines": ", ".join(map(str, each.lines)), "ops": each.ops,
                "file": index.file(each.place) if each.place is not None else None, "effect": each.effect,
                "breaks": ", ".join(findings[ref].code for ref in each.breaks if ref in findings) or None,
                "about": about(index, each, findings),
            }
            for each in passages(report)
        ),
    )  # fmt: skip
