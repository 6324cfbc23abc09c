"""The figures: one of each name in both themes, with the numbers of the report and words that stand for the picture."""

from __future__ import annotations

import msgspec
import pytest

from explorer.errors import UsageError
from explorer.report import Finding, Report
from explorer.views.figure import FIGURES, figure
from explorer.views.format import duration, size, times
from explorer.views.outline.index import Index
from explorer.views.outline.ledger import ledger
from explorer.views.outline.measured import memory_rows
from explorer.views.pictures.style import DARK, LIGHT, Style
from tests import measured, reports


@pytest.fixture
def report() -> Report:
    return measured.trained().report


def luminance(color: str) -> float:
    """Relative luminance (WCAG 2) of ``#rrggbb``."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", FIGURES)
def test_each_shows_something_and_says_it(report: Report, name: str, theme: str) -> None:
    made = figure(report, name, theme=theme)  # type: ignore[arg-type]
    assert made.data and len(made.layout.meta["alt"]) > 40
    assert made.layout.paper_bgcolor == (LIGHT if theme == "light" else DARK).ground
    assert made.layout.title.subtitle.text and made.to_json() == figure(report, name, theme=theme).to_json()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "compile_time"])
@pytest.mark.parametrize("make", [reports.full, reports.empty])
def test_what_was_not_measured_says_so(name: str, make: object) -> None:
    assert callable(make)
    made = figure(make(), name)
    assert not made.data and made.layout.meta["alt"].startswith("Not measured: explain(model, measure=True)")


def test_what_could_not_be_measured_says_why(report: Report) -> None:
    why = {"title": "Not measured: memory.", "message": "Why not."}
    refused = Finding(ref="r", kind="degraded", code="NOT_MEASURED", severity="warning", **why)
    found = msgspec.structs.replace(report, memory=None, findings=(*report.findings, refused))
    assert figure(found, "memory").layout.meta["alt"] == "Not measured: memory. Why not."


@pytest.mark.parametrize("style", [LIGHT, DARK])
def test_text_can_be_read_on_its_ground(style: Style) -> None:
    assert contrast(style.text, style.ground) >= 4.5 and contrast(style.quiet, style.ground) >= 4.5
    assert contrast(style.eager, style.ground) >= 3 and contrast(style.compiled, style.ground) >= 3
    assert contrast(style.slower, style.ground) >= 4.5


def test_the_ledger_has_a_point_with_its_interval_for_each_ratio(report: Report) -> None:
    rows = [row for row in report.ledger if row.ratio]
    points = figure(report, "ledger").data[-1]
    assert list(points.x) == [row.ratio.median for row in rows if row.ratio]
    assert [x - low for x, low in zip(points.x, points.error_x.arrayminus, strict=True)] == pytest.approx(
        [row.ratio.low for row in rows if row.ratio]
    )
    assert len(set(points.y)) == len(rows)


def test_the_ledgers_band_is_the_spread_of_the_controls(report: Report) -> None:
    band = next(shape for shape in figure(report, "ledger").layout.shapes if shape.type == "rect")
    controls = [row.ratio.median for row in report.ledger if row.control and row.ratio]
    assert (band.x0, band.x1) == (min(controls), max(controls))


def test_the_timeline_is_the_rows_one_after_the_other(report: Report) -> None:
    made = figure(report, "timeline")
    unit = ledger(Index(report)).unit
    factor = {"s": 1.0, "ms": 1e3, "µs": 1e6}[unit]
    for index, side in enumerate(("compiled", "eager")):
        medians = [getattr(row, side) for row in report.ledger if row.kind != "total"]
        assert [bar.x[index] for bar in made.data] == pytest.approx(
            [each.median * factor if each else 0 for each in medians]
        )


def test_the_speedup_is_that_of_the_verdict(report: Report) -> None:
    assert report.timings is not None
    made = figure(report, "speedup")
    assert times(report.timings.speedup.median) in made.layout.title.text
    assert duration(report.timings.eager.median) in made.layout.meta["alt"]


def test_memory_and_compile_time_are_those_of_the_report(report: Report) -> None:
    assert report.memory is not None
    eager, compiled = figure(report, "memory").data
    assert eager.text[0] == size(report.memory.eager.peak)
    rows = memory_rows(Index(report))
    assert len(rows) > 2  # lines of the model keep something
    assert [
        (each.rstrip("\u200b"), *told) for each, *told in zip(eager.y, eager.text, compiled.text, strict=True)
    ] == rows
    seconds = sum(each.seconds or 0 for each in report.compilations)
    assert duration(seconds) in figure(report, "compile_time").layout.title.text


def test_points_of_the_roofline_are_rows_with_flops(report: Report) -> None:
    _, points, others = figure(report, "roofline").data
    rows = [row for row in report.ledger if row.flops_per_second]
    assert list(points.y) == [row.flops_per_second for row in rows]
    assert len(others.x) == sum(row.bytes_per_second is not None and not row.flops for row in report.ledger)


def test_wrong_names_are_told_the_right_ones(report: Report) -> None:
    with pytest.raises(UsageError, match="no figure 'speed'; there are speedup, ledger, timeline"):
        measured.trained().figure("speed")
    with pytest.raises(UsageError, match="'light' or 'dark', not 'blue'"):
        figure(report, "ledger", theme="blue")  # type: ignore[arg-type]
