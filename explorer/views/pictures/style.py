"""How the pictures look, light and dark: the colours of the viewer, quiet axes, words that stand for the picture.

A figure carries its text alternative twice: in short under its title, and in full in ``layout.meta["alt"]``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.views.clean import one_line

if TYPE_CHECKING:
    import plotly.graph_objects as go

FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
CODE = "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"


@dataclass(frozen=True)
class Style:
    """Colours, as ``extension/src`` has them: ``eager`` and ``compiled`` bars, ``slower``, quiet text and lines."""

    ground: str
    text: str
    quiet: str
    line: str
    eager: str
    compiled: str
    slower: str
    band: str


LIGHT = Style("#ffffff", "#1a1d23", "#5f6773", "#e2e5ea", "#8a93a1", "#3a4250", "#b93413", "rgba(30,40,60,.10)")
DARK = Style("#15171b", "#e4e7ec", "#929ba9", "#2a2f37", "#6b7482", "#cdd4de", "#ff8f70", "rgba(255,255,255,.12)")


def picture(style: Style, title: str, told: Sequence[str], *, rows: int = 6, **layout: Any) -> go.Figure:
    """An empty figure in that style. ``told`` are the sentences of its text alternative; the first stands below the
    title. ``rows`` is how many bars stand above each other.
    """
    import plotly.graph_objects as go

    axis = {
        "gridcolor": style.line, "linecolor": style.line, "zerolinecolor": style.line, "automargin": True,
        "tickfont": {"size": 12, "color": style.quiet}, "title": {"font": {"size": 12, "color": style.quiet}},
    }  # fmt: skip
    short = one_line(told[0], 160) if told else ""
    figure = go.Figure()
    figure.update_layout(
        title={"text": title, "font": {"size": 15}, "subtitle": {"text": short, "font": {"color": style.quiet}},
               "x": 0, "xref": "paper", "xanchor": "left"},
        font={"family": FONT, "size": 12, "color": style.text},
        paper_bgcolor=style.ground,
        plot_bgcolor=style.ground,
        height=140 + 30 * max(3, rows),
        margin={"l": 16, "r": 24, "t": 78, "b": 48},
        xaxis=axis,
        yaxis=axis,
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "bottom"},
        bargap=0.35,
        meta={"alt": " ".join(told)},
    )  # fmt: skip
    return figure.update_layout(**layout)


def not_there(style: Style, title: str, why: str) -> go.Figure:
    """A figure that says why there is nothing to show."""
    figure = picture(style, title, [why], rows=1)
    figure.update_xaxes(visible=False)
    return figure.update_yaxes(visible=False)


def labels(names: Sequence[str]) -> list[str]:
    """Names of bars, each different: equal ones would fall on each other."""
    seen: dict[str, int] = {}
    made = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        made.append(name if seen[name] == 1 else name + "\u200b" * (seen[name] - 1))  # invisible
    return made
