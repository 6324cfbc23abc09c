"""The pictures of a report by name, each a plotly ``Figure`` that is made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal

from explorer.errors import UsageError
from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.pictures.ledger import ratios, roofline
from explorer.views.pictures.memory import memory
from explorer.views.pictures.style import DARK, LIGHT, Style
from explorer.views.pictures.times import compile_time, speedup, timeline

if TYPE_CHECKING:
    import plotly.graph_objects as go

Theme = Literal["light", "dark"]

FIGURES: Mapping[str, Callable[[Index, Style], go.Figure]] = {
    "speedup": speedup,
    "ledger": ratios,
    "timeline": timeline,
    "roofline": roofline,
    "memory": memory,
    "compile_time": compile_time,
}
"""The pictures by name; each function's docstring tells what it shows."""


def figure(report: Report, name: str, *, theme: Theme = "light") -> go.Figure:
    """The picture ``name`` of ``report``. What was not measured is a figure that says so.

    ``layout.meta["alt"]`` of a figure is its text alternative. Raises ``UsageError`` for a name or a theme that does
    not exist.
    """
    if name not in FIGURES:
        raise UsageError(f"no figure {name!r}; there are {', '.join(FIGURES)}")
    if theme not in ("light", "dark"):
        raise UsageError(f"a figure's theme is 'light' or 'dark', not {theme!r}")
    return FIGURES[name](Index(report), DARK if theme == "dark" else LIGHT)
