"""Pictures of the ledger: every ratio with its doubt, and each row beside what the machine can do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.views.clean import one_line
from explorer.views.format import many
from explorer.views.outline.index import Index
from explorer.views.outline.ledger import LedgerLine, ledger, ledger_sentences, rate
from explorer.views.pictures.style import CODE, Style, labels, not_there, picture
from explorer.views.pictures.times import not_measured

if TYPE_CHECKING:
    import plotly.graph_objects as go


def ratios(index: Index, style: Style) -> go.Figure:
    """Eager by compiled of each row on a logarithmic axis: a bar from 1×, a whisker for the 95 % interval.

    Grey rows are inconclusive; the grey band is as far as the control rows go.
    """
    lines = [line for line in ledger(index).lines if line.row.ratio is not None]
    if not lines:
        return not_there(style, "The ledger", not_measured(index))
    told = [f"{_name(line)}: {line.told} {line.interval}." for line in lines]
    figure = picture(
        style, "Eager ÷ compiled: right of 1× is faster", [*told[-1:], *told[:-1], *ledger_sentences(index)],
        rows=len(lines), showlegend=False,
    )  # fmt: skip
    controls = [line.row.ratio.median for line in lines if line.row.control and line.row.ratio]
    if controls:
        figure.add_vrect(x0=min(controls), x1=max(controls), fillcolor=style.band, line_width=0, layer="below")
    _add_ratios(figure, lines, style)
    ends = [end for line in lines if line.row.ratio for end in (line.row.ratio.low, line.row.ratio.high, 1.0)]
    ticks = [each for each in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100) if min(ends) / 2 < each < max(ends) * 2]
    figure.add_vline(x=1, line={"color": style.quiet, "width": 1})
    figure.update_xaxes(type="log", tickvals=ticks, ticktext=[f"{each:g}×" for each in ticks])
    names = labels([_name(line) for line in lines])
    tickfont = {"family": CODE, "color": style.text}
    return figure.update_yaxes(categoryorder="array", categoryarray=names[::-1], tickfont=tickfont)


def _add_ratios(figure: go.Figure, lines: list[LedgerLine], style: Style) -> None:
    import plotly.graph_objects as go

    found = [line.row.ratio for line in lines if line.row.ratio]
    medians = [each.median for each in found]
    colors = [style.quiet if line.row.conclusive is False else style.text for line in lines]
    bars = [style.slower if median < 1 else style.compiled for median in medians]
    names = labels([_name(line) for line in lines])
    shown = [line.row.conclusive for line in lines]
    for y, median, color, conclusive in zip(names, medians, bars, shown, strict=True):
        if conclusive:
            line = {"color": color, "width": 9}
            figure.add_trace(
                go.Scatter(x=[1, median], y=[y, y], mode="lines", line=line, opacity=0.35, hoverinfo="skip")
            )
    figure.add_trace(
        go.Scatter(
            x=medians, y=names, mode="markers+text", marker={"color": colors, "size": 7},
            text=[f"  {line.told}" for line in lines], textposition="top right", cliponaxis=False,
            textfont={"color": colors, "size": 11},
            error_x={
                "type": "data", "symmetric": False, "thickness": 1.3, "color": style.quiet,
                "array": [each.high - each.median for each in found],
                "arrayminus": [each.median - each.low for each in found],
            },
            customdata=[[line.eager, line.compiled, line.kernels, line.interval] for line in lines],
            hovertemplate="%{y}<br>%{customdata[0]} eager, %{customdata[1]} compiled<br>%{customdata[2]}<br>"
            "%{text} %{customdata[3]}<extra></extra>",
        )
    )  # fmt: skip


def _name(line: LedgerLine) -> str:
    """The line and the operations of a row, and whose backward it is."""
    backward = " backward" if line.row.direction == "bwd" else ""
    return one_line(f"{line.where}  {line.row.title or line.ops}{backward}", 60).strip()


def roofline(index: Index, style: Style) -> go.Figure:
    """FLOPs a second over FLOPs a byte of each row that multiplies matrices, under what the machine can do."""
    import plotly.graph_objects as go

    metrics = {metric.name: metric.value for run in index.report.runs for metric in run.metrics}
    copy, product = metrics.get("copy_bytes_per_second"), metrics.get("matmul_flops_per_second")
    lines = [line for line in ledger(index).lines if line.row.flops_per_second and line.row.bytes_per_second]
    if not isinstance(copy, float) or not isinstance(product, float):
        return not_there(style, "Roofline", not_measured(index))
    others = [line for line in ledger(index).lines if line.row.bytes_per_second and not line.row.flops_per_second]
    told = [
        f"This machine: {rate(copy, 'B/s')} in a copy from memory, {rate(product, 'FLOP/s')} in a matrix product.",
        *(f"{_name(line)}: {rate(line.row.flops_per_second, 'FLOP/s')}, {line.roofline} of it." for line in lines),
        f"{many(len(others), 'row')} without matrix products or convolutions: by bytes alone, along the left.",
    ]
    xs = [_intensity(line) for line in lines]
    left, right = min([*xs, product / copy]) / 8, max([*xs, product / copy]) * 8
    figure = picture(style, "Roofline of the compiled kernels", told, rows=11, showlegend=False)
    roof = [left, product / copy, right]
    figure.add_trace(
        go.Scatter(
            x=roof, y=[each * copy if each < product / copy else product for each in roof], mode="lines",
            line={"color": style.quiet, "width": 1.5}, name="this machine", hoverinfo="skip",
        )
    )  # fmt: skip
    figure.add_trace(_points(lines, xs, style))
    figure.add_trace(_points(others, [left] * len(others), style, hollow=left))
    figure.update_xaxes(type="log", title_text="FLOPs a byte", dtick="D2", exponentformat="SI")
    return figure.update_yaxes(type="log", title_text="FLOPs a second", dtick="D2", exponentformat="SI")


def _points(lines: list[LedgerLine], xs: list[float], style: Style, *, hollow: float | None = None) -> go.Scatter:
    """Rows at their FLOPs; hollow ones at what their bytes would be with ``hollow`` FLOPs a byte."""
    import plotly.graph_objects as go

    ys = [line.row.flops_per_second or (line.row.bytes_per_second or 0.0) * (hollow or 0.0) for line in lines]
    return go.Scatter(
        x=xs, y=ys, mode="markers" if hollow else "markers+text", text=[line.ops for line in lines],
        textposition="top center", textfont={"size": 11, "color": style.quiet},
        marker={"color": style.compiled, "size": 9, "symbol": "circle-open" if hollow else "circle"},
        customdata=[[_name(line), line.kernels, line.rate, line.roofline] for line in lines],
        hovertemplate="%{customdata[0]}<br>%{customdata[1]}<br>%{customdata[2]}, %{customdata[3]} of the machine"
        "<extra></extra>",
    )  # fmt: skip


def _intensity(line: LedgerLine) -> float:
    row = line.row
    return (row.flops_per_second or 0.0) / (row.bytes_per_second or 1.0)
