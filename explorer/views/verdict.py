"""The verdict view: the facts under stable keys, for programs, tests and CI."""

from __future__ import annotations

from explorer.report import Report
from explorer.report.verdict import encode_verdict, make_verdict

NAME = "verdict"
EXTENSIONS = (".verdict.json",)


def render(report: Report) -> bytes:
    """The verdict as indented UTF-8 JSON (see ``explorer/report/verdict.py`` for what each key means)."""
    return encode_verdict(make_verdict(report))
