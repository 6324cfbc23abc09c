"""HTML text made safe: everything from a report passes through :func:`esc`, and only this package writes tags."""

from __future__ import annotations

import html
import re

from explorer.views.clean import clean

NBSP = "\u00a0"

_CODE = re.compile("`([^`]{1,200})`")


def esc(text: str) -> str:
    """``text`` with control characters written out and markup escaped, quotes too."""
    return html.escape(clean(text), quote=True)


def prose(text: str) -> str:
    """A sentence: escaped, and what stands between backticks set as code."""
    return _CODE.sub(r"<code>\1</code>", esc(text))


def code_esc(text: str) -> str:
    """A line of code: escaped, its indent kept by spaces that do not collapse where styles are stripped."""
    bare = text.expandtabs(4)
    body = bare.lstrip(" ")
    return NBSP * (len(bare) - len(body)) + esc(body)
