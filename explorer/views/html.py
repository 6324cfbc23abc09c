"""The HTML view: a page that needs no network and no script, and a fragment that reads with every style stripped."""

from __future__ import annotations

from explorer.report import Report
from explorer.views.markup.document import page, summary

__all__ = ["EXTENSIONS", "NAME", "page", "render", "summary"]

NAME = "html"
EXTENSIONS = (".html", ".htm")


def render(report: Report) -> str:
    """The report as a page (see :func:`page`)."""
    return page(report)
