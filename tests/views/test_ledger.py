"""The ledger in text, HTML, frames and figures: the same numbers everywhere, and words where there is no number."""

from __future__ import annotations

import re

import msgspec
import pytest

from explorer.report import Report
from explorer.report.interval import Interval
from explorer.report.ledger import LedgerRow
from explorer.views import html, text
from explorer.views.format import size
from explorer.views.frame import frames
from explorer.views.outline.index import Index
from explorer.views.outline.ledger import break_lines, ledger, ledger_sentences, rate, told_ratio
from tests import measured, reports


@pytest.fixture
def report() -> Report:
    return measured.trained().report


def interval(median: float, low: float, high: float) -> Interval:
    return Interval(median=median, low=low, high=high, runs=20)


def test_every_row_is_in_the_text_and_the_html(report: Report) -> None:
    shown, page = text.render(report, width=140, full=True), html.summary(report)
    for line in ledger(Index(report)).lines:
        cells = [cell for cell in (line.eager, line.compiled) if cell != "—"]
        found = [
            row for row in shown.split("\n") if all(re.search(rf"(?<!\S){re.escape(c)}(?!\S)", row) for c in cells)
        ]
        assert found, line
        assert all(f">{cell}<" in page for cell in cells), line


def test_the_frame_holds_the_records_to_the_digit(report: Report) -> None:
    table = frames(report)["ledger"]
    assert list(table.ref) == [row.ref for row in report.ledger]
    for (_, told), row in zip(table.iterrows(), report.ledger, strict=True):
        for side in ("eager", "compiled"):
            given: Interval | None = getattr(row, side)
            if given is not None:
                assert (told[f"{side}_s"], told[f"{side}_s_low"]) == (given.median, given.low)
        if row.bytes_read is not None and row.bytes_written is not None:
            moved = next(line for line in ledger(Index(report)).lines if line.row is row).moved
            assert moved == size(told.bytes_read + told.bytes_written)


def test_nothing_measured_shows_no_ledger() -> None:
    bare = reports.full()
    assert "ledger" not in text.render(bare).lower() and "ledger" not in html.summary(bare).lower()
    assert len(frames(bare)["ledger"]) == 0 == len(frames(bare)["break_costs"])


def test_words_instead_of_a_ratio() -> None:
    told = interval(1.5, 1.4, 1.6)
    assert told_ratio(LedgerRow(ref="r", kind="ops", ratio=told, conclusive=True)) == "1.50×"
    assert told_ratio(LedgerRow(ref="r", kind="ops", ratio=told, conclusive=False)) == "inconclusive"
    assert told_ratio(LedgerRow(ref="r", kind="ops", ratio=told, conclusive=False, control=True)) == "control 1.50×"
    assert told_ratio(LedgerRow(ref="r", kind="removed", eager=told)) == "removed"
    assert told_ratio(LedgerRow(ref="r", kind="guards", compiled=told)) == "added"
    assert told_ratio(LedgerRow(ref="r", kind="gap", compiled=told, share_compiled=0.254)) == "gap 25%"
    assert told_ratio(LedgerRow(ref="r", kind="ops")) == "—"


def test_operations_that_take_longer_one_by_one_are_told() -> None:
    def told(left_over: float) -> list[str]:
        total = LedgerRow(ref="t", kind="total", eager=interval(10e-6, 9e-6, 11e-6))
        gap = LedgerRow(ref="g", kind="gap", eager=interval(left_over, left_over, left_over))
        made = msgspec.structs.replace(reports.empty(), ledger=(gap, total))
        return [each for each in ledger_sentences(Index(made)) if "one by one" in each]

    assert told(-0.5e-6) == [] and told(3e-6) == []
    assert told(-3e-6)[0].startswith("Operations one by one took 30% of the eager call longer")


def test_rates() -> None:
    assert rate(12.36e9, "B/s") == "12.4 GB/s" and rate(999e3, "FLOP/s") == "999 kFLOP/s"
    assert rate(None, "B/s") == "" == rate(0.0, "B/s")


def test_the_sentences_name_the_controls_and_the_machine(report: Report) -> None:
    told = " ".join(ledger_sentences(Index(report)))
    controls = [row.ratio.median for row in report.ledger if row.control and row.ratio]
    assert f"{len(controls)} controls: the same library call on both sides, {min(controls):.2f}×" in told
    assert "GB/s in a copy from memory" in told and "GFLOP/s in a matrix product" in told


def test_breaks_are_listed_by_their_cost() -> None:
    report = measured.broken().report
    first, second = break_lines(Index(report))
    assert "time.sleep(PAUSE)" in first.code and "graph_break" in second.code
    assert first.lost.startswith("estimated ")
    shown = text.render(report, width=120)
    costs = shown[shown.index("What the breaks cost in one call") :]
    assert costs.index("time.sleep(PAUSE)") < costs.index("torch._dynamo.graph_break()")
    assert list(frames(report)["break_costs"].finding) == [cost.finding for cost in report.break_costs]
    assert "What the breaks cost in one call" in html.summary(report)


def test_sentences_are_escaped_once(report: Report) -> None:
    page = html.summary(report)
    assert "the timers&#x27; own time" in page and "&amp;#x27;" not in page and "&amp;lt;" not in page
