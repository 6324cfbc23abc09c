"""Pictures of time: eager against compiled, one call part by part, the phases of the compile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from explorer.report.interval import Interval
from explorer.views.format import duration, significant, unit_of
from explorer.views.outline.index import Index
from explorer.views.outline.ledger import ledger
from explorer.views.outline.measured import speed, time_rows, time_sentences
from explorer.views.outline.phases import phase_rows
from explorer.views.pictures.style import Style, labels, not_there, picture

if TYPE_CHECKING:
    import plotly.graph_objects as go

_OFF = "Not measured: explain(model, measure=True)(x) runs the model many times and fills this picture."


def not_measured(index: Index) -> str:
    """Why there is nothing to show: what could not be measured and why, or that nothing was asked for."""
    refused = [each for each in index.report.findings if each.code == "NOT_MEASURED"]
    return " ".join(f"{each.title} {each.message}" for each in refused) or _OFF


def speedup(index: Index, style: Style) -> go.Figure:
    """Eager and compiled time of one call and of its parts, with 95 % intervals, the ratio beside each."""
    import plotly.graph_objects as go

    rows = [row for row in time_rows(index) if row.eager is not None and row.compiled is not None]
    if not rows:
        return not_there(style, "Eager against compiled", not_measured(index))
    unit, factor = unit_of(each.median for row in rows for each in (row.eager, row.compiled) if each)
    told = [
        f"{row.part}: {duration(row.eager.median)} eager, {duration(row.compiled.median)} compiled, {row.told}."
        for row in rows
        if row.eager and row.compiled
    ]
    head = " ".join(filter(None, speed(index.report.timings)))
    figure = picture(style, f"Eager against compiled: {head}", [*told, *time_sentences(index)], rows=2 * len(rows))
    for side, color in (("eager", style.eager), ("compiled", style.compiled)):
        figure.add_trace(_bars(go, rows, side, color, style.quiet, factor))
    for row in rows:
        figure.add_annotation(
            x=1, xref="paper", y=row.part, text=row.told, showarrow=False, xanchor="right", yshift=0,
            bgcolor=style.ground, font={"color": style.text if row.conclusive else style.quiet},
        )  # fmt: skip
    top = max(each.high for row in rows for each in (row.eager, row.compiled) if each) * factor
    figure.update_xaxes(title_text=f"one call, {unit}", range=[0, top * 1.45])
    return figure.update_yaxes(autorange="reversed")


def _bars(go: Any, rows: Any, side: str, color: str, quiet: str, factor: float) -> Any:
    found: list[Interval] = [getattr(row, side) for row in rows]
    return go.Bar(
        orientation="h",
        name=side,
        y=[row.part for row in rows],
        x=[each.median * factor for each in found],
        marker={"color": color},
        error_x={
            "type": "data", "symmetric": False, "thickness": 1.3, "color": quiet,
            "array": [(each.high - each.median) * factor for each in found],
            "arrayminus": [(each.median - each.low) * factor for each in found],
        },
        text=[significant(each.median * factor) for each in found],
        textposition="inside",
        insidetextanchor="start",
    )  # fmt: skip


def timeline(index: Index, style: Style) -> go.Figure:
    """One call, eager and compiled, as the rows of the ledger one after the other; the gap is hatched."""
    import plotly.graph_objects as go

    told = ledger(index)
    rows = [line for line in told.lines if line.row.kind != "total"]
    total = next((line for line in told.lines if line.row.kind == "total"), None)
    if not rows or total is None:
        return not_there(style, "One call", not_measured(index))
    factor = {"s": 1.0, "ms": 1e3, "µs": 1e6}[told.unit]
    words = [f"One call takes {total.eager} {told.unit} in eager and {total.compiled} {told.unit} compiled."]
    for side in ("eager", "compiled"):
        parts = [f"{line.row.title or line.ops} {getattr(line, side)}" for line in rows if getattr(line.row, side)]
        words.append(f"{side.capitalize()}, in {told.unit}: {'; '.join(parts)}.")
    figure = picture(style, "One call, part by part", words, rows=3, barmode="relative", showlegend=False)
    for number, line in enumerate(rows):
        name = line.row.title or f"{line.where} {line.ops}".strip()
        values = [each.median * factor if (each := getattr(line.row, side)) else 0 for side in ("compiled", "eager")]
        figure.add_trace(
            go.Bar(
                orientation="h", y=["compiled", "eager"], x=values, name=name,
                marker={
                    "color": [_shade(style, line.row.kind, side) for side in ("compiled", "eager")],
                    "opacity": 0.75 if number % 2 else 1.0,
                    "line": {"color": style.ground, "width": 1},
                    "pattern": {"shape": "/" if line.row.kind == "gap" else ""},
                },
                text=[name if value * 9 > max(_median(total.row.eager), _median(total.row.compiled)) * factor else ""
                      for value in values],
                textposition="inside", insidetextanchor="middle", textangle=0,
                hovertemplate=f"%{{y}}: {name}<br>%{{x:.3g}} {told.unit}<extra></extra>",
            )
        )  # fmt: skip
    return figure.update_xaxes(title_text=f"one call, {told.unit}")


def _median(value: Interval | None) -> float:
    return value.median if value else 0.0


def _shade(style: Style, kind: str, side: str) -> str:
    if kind == "break":
        return style.slower
    if kind in ("ops", "unmapped", "removed"):
        return style.compiled if side == "compiled" else style.eager
    return style.line


def compile_time(index: Index, style: Style) -> go.Figure:
    """Where the compile time went: each phase with what it took itself; waiting for another program is hatched."""
    import plotly.graph_objects as go

    rows, _ = phase_rows(index)
    if not rows:
        return not_there(style, "Where the compile time went", "The trace of this compile told no phases.")
    unit, factor = unit_of(row.seconds for row in rows)
    told = [f"{row.name}: {duration(row.seconds)}, {duration(row.own)} of it its own." for row in rows]
    whole = duration(index.verdict.compile_s)
    figure = picture(style, f"Where the compile time went: {whole}", told, rows=len(rows), barmode="overlay")
    names = labels(["\u2003" * row.depth + row.name for row in rows])
    for name, values, color in (
        ("with phases inside", [row.seconds for row in rows], style.line),
        ("its own", [row.own for row in rows], style.compiled),
    ):
        figure.add_trace(
            go.Bar(
                orientation="h", y=names, x=[value * factor for value in values], name=name,
                marker={"color": color, "pattern": {"shape": ["/" if row.waiting else "" for row in rows]}},
                text=[significant(value * factor) for value in values], textposition="none",
                hovertemplate=f"%{{y}}: %{{text}} {unit}<extra>{name}</extra>",
            )
        )  # fmt: skip
    figure.update_xaxes(title_text=unit)
    return figure.update_yaxes(autorange="reversed", tickfont={"size": 12, "color": style.text})
