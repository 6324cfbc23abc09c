"""HTML text made safe: everything from a report passes through :func:`esc`, and only this package writes tags."""

from __future__ import annotations

import html

from explorer.views.clean import clean

NBSP = "\u00a0"


def esc(text: str) -> str:
    """``text`` with control characters written out and markup escaped, quotes too."""
    return html.escape(clean(text), quote=True)


def code_esc(text: str) -> str:
    """A line of code: escaped, its indent kept by spaces that do not collapse where styles are stripped."""
    bare = text.expandtabs(4)
    body = bare.lstrip(" ")
    return NBSP * (len(bare) - len(body)) + esc(body)
