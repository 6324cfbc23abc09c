"""The JSON view: the whole document, as it is saved."""

from __future__ import annotations

from explorer.report import Report, codec

NAME = "json"
EXTENSIONS = (".json",)


def render(report: Report) -> bytes:
    """The document as compact UTF-8 JSON; ``explorer.load`` opens it."""
    return codec.encode(report)
