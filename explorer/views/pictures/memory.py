"""The picture of memory: the most at once and what is kept for the backward, eager against compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.views.format import size
from explorer.views.outline.index import Index
from explorer.views.outline.measured import memory_rows, memory_sentences, saved_lines
from explorer.views.pictures.style import Style, labels, not_there, picture
from explorer.views.pictures.times import not_measured

if TYPE_CHECKING:
    import plotly.graph_objects as go

LINES = 12
"""So many of the user's lines have bars."""


def memory(index: Index, style: Style) -> go.Figure:
    """Bytes at most at once, kept for the backward, and kept by the lines that keep most."""
    import plotly.graph_objects as go

    told = index.report.memory
    if told is None:
        return not_there(style, "Memory", not_measured(index))
    rows = memory_rows(index)[: 2 + LINES]
    words = [f"{name}: {eager} eager, {compiled} compiled." for name, eager, compiled in rows]
    figure = picture(style, "Memory of one call", [*words, *memory_sentences(index)], rows=2 * len(rows))
    names = labels([name for name, *_ in rows])
    for side, color in (("eager", style.eager), ("compiled", style.compiled)):
        use = getattr(told, side)
        # the rows of the table: kept for the backward is left out where neither side keeps anything
        kept = [use.saved] if (told.eager.saved, told.compiled.saved) != (None, None) else []
        found = [use.peak, *kept, *(getattr(line, side) for line in saved_lines(index))][: len(rows)]
        figure.add_trace(
            go.Bar(
                orientation="h", y=names, x=[(each or 0) / 1024 for each in found], name=side,
                marker={"color": color}, text=[size(each) for each in found], textposition="auto",
            )
        )  # fmt: skip
    figure.update_xaxes(title_text="KiB")
    return figure.update_yaxes(autorange="reversed", tickfont={"color": style.text})
