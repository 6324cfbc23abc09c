"""The viewer inside the HTML page: its script, its style sheet, the report as data, and the policy that lets them run.

The page works from ``file://`` and loads nothing. The policy names the one script by its hash, so that no other can
run, whatever a report holds; the report itself is data that no browser executes.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from pathlib import Path

import msgspec

from explorer.report import Report
from explorer.views.fitting import fitted

STATIC = Path(__file__).parents[2] / "static"
SCRIPT, STYLE = STATIC / "page.js", STATIC / "viewer.css"

MOST = 48_000_000
"""About the most characters of a report that a page carries; the longest texts of a larger one are cut."""

NO_SCRIPT = "default-src 'none'; style-src 'unsafe-inline'"
"""The policy of a page without the viewer."""


def available() -> bool:
    """Whether the built viewer is there (a checkout may lack it; the page then is the summary alone)."""
    return SCRIPT.is_file() and STYLE.is_file()


def policy() -> str:
    """The content security policy: one script by its hash, inline styles, a worker made of that script's own text."""
    if not available():
        return NO_SCRIPT
    digest = base64.b64encode(hashlib.sha256(_script().encode()).digest()).decode()
    return f"{NO_SCRIPT}; script-src 'sha256-{digest}'; worker-src blob:; img-src data: blob:; font-src data:"


def style() -> str:
    """The viewer's style sheet, as it stands in a ``style`` element."""
    return STYLE.read_text("utf-8").replace("</", "<\\/") if available() else ""


def viewer_html(report: Report) -> str:
    """The report as data, the place of the viewer, and its script."""
    if not available():
        return ""
    return (
        f'<script type="application/json" id="ce-report">{data(report)}</script>\n'
        f'<div id="ce-viewer" hidden></div>\n<script>{_script()}</script>'
    )


def data(report: Report) -> str:
    """The report as JSON without a character that HTML could read: ``<`` is ``\\u003c``, and so on."""
    document = fitted(report, MOST)
    try:
        text = msgspec.json.encode(document).decode()
    except UnicodeEncodeError:  # a lone surrogate, which JSON can escape and UTF-8 cannot hold
        text = json.dumps(document)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


@functools.cache
def _script() -> str:
    """The built script. It is checked where it is built that it holds no ``</script`` and no ``<!--``."""
    return SCRIPT.read_text("utf-8").replace("\r\n", "\n")
