"""A comparison in every form: text that fits, HTML that loads nothing, JSON that reads back, a typed frame."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import structs

from explorer.report.comparison import Change, Comparison, OutputMatch
from explorer.report.diff import diff
from explorer.views.comparison import data, frame, html, text
from explorer.views.comparison.words import change_cells, headline
from tests.hostile import ATTACK
from tests.reports import CWD, empty, full


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    outputs = [
        OutputMatch(0, "", equal=True, exact=True, absolute=0.0, relative=0.0, rtol=1.3e-6, atol=1e-5),
        OutputMatch(1, "['loss']", equal=False, exact=False, absolute=0.5, relative=0.25, message="too far"),
        OutputMatch(2, "", equal=None, message="no equality"),
    ]
    report = full()
    return diff(report, structs.replace(report, findings=report.findings[1:]), outputs=outputs, notes=["A note."])


@pytest.mark.parametrize("width", [40, 80, 120])
def test_text_fits(comparison: Comparison, width: int) -> None:
    told = text.render(comparison, width=width, cwd=CWD)
    assert all(len(line) <= width for line in told.splitlines())
    assert "1 output of 3 differs" in " ".join(told.split())


def test_empty_reports() -> None:
    told = text.render(diff(empty(), empty()))
    assert "Not fixed" in told
    assert html.page(diff(empty(), empty())).startswith("<!doctype html>")


def test_html_loads_and_runs_nothing(comparison: Comparison) -> None:
    for told in (html.page(comparison, cwd=CWD), html.fragment(comparison, cwd=CWD)):
        assert "<script" not in told
        assert "http:" not in told and "https:" not in told
    assert "class=" not in html.fragment(comparison)


def test_what_the_user_wrote_is_escaped(comparison: Comparison) -> None:
    hostile = structs.replace(comparison, before=structs.replace(comparison.before, name=ATTACK), notes=(ATTACK,))
    for told in (html.page(hostile), html.fragment(hostile)):
        assert "<img" not in told and "<script" not in told
    assert "\x1b" not in text.render(hostile)


def test_json_reads_back(comparison: Comparison) -> None:
    assert msgspec.json.decode(data.render(comparison), type=Comparison) == comparison


def test_frame_has_every_fact(comparison: Comparison) -> None:
    made = frame.render(comparison, cwd=CWD)
    assert len(made[made.what == "number"]) == len(comparison.changes)
    assert list(made[made.what == "output"].fate) == ["equal", "differs", "not compared"]
    gone = made[(made.fate == "gone") & made.place_before.notna()]
    assert len(gone) == sum(each.fate == "gone" for each in comparison.findings)
    assert len(frame.render(diff(empty(), empty()))) > 0


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Change("call", 2.0, 1.0, "s", 0.4, 0.6), "0.50× [0.40, 0.60], measured apart"),
        (Change("call", 2.0, 1.9, "s", 0.8, 1.1), "inconclusive [0.80, 1.10], measured apart"),
        (Change("compile", 2.0, 1.0, "s"), "one run each"),
        (Change("graphs", 2, 1), ""),
        (Change("compile", None, 1.0, "s"), ""),
    ],
)
def test_a_ratio_says_how_sure_it_is(change: Change, words: str) -> None:
    assert change_cells(change)[3] == words


def test_headline_says_what_was_proven(comparison: Comparison) -> None:
    assert headline(comparison).startswith("Not fixed")
    assert headline(structs.replace(comparison, fixed=True)).startswith("Fixed")
    assert headline(structs.replace(comparison, fixed=None)).startswith("Not proven")
