"""What fusion lost to a break: estimated from what crosses it, or measured against the same program without it."""

from __future__ import annotations

from msgspec.structs import replace

from explorer.exploration import Exploration
from explorer.ledger.breaks import costs_beside
from explorer.report import Report
from explorer.report.interval import Interval
from explorer.report.ledger import BreakCost, LedgerRow
from tests import reports


def seconds(median: float) -> Interval:
    return Interval(median=median, low=median, high=median, runs=9)


def measured(*rows: tuple[str, float], breaks: int) -> Report:
    """A report with compiled rows of these kinds and seconds, and as many breaks."""
    ledger = tuple(LedgerRow(ref=kind, kind=kind, compiled=seconds(took)) for kind, took in rows)  # type: ignore[arg-type]
    costs = tuple(
        BreakCost(finding=f"break {number}", seconds=seconds(5.0), lost_fusion=0.1, lost_fusion_from="estimate")
        for number in range(breaks)
    )
    return replace(reports.empty(), ledger=ledger, break_costs=costs)


CUT = (("ops", 3.0), ("wrapper", 1.0), ("break", 5.0), ("ops", 2.0), ("wrapper", 1.0), ("guards", 0.5))
WHOLE = (("ops", 4.0), ("wrapper", 1.0), ("guards", 0.25))


def test_one_break_is_measured_against_the_program_without_it() -> None:
    (cost,) = costs_beside(measured(*CUT, breaks=1), measured(*WHOLE, breaks=0))
    assert (cost.lost_fusion, cost.lost_fusion_from) == (7.0 - 5.0, "measured")
    assert cost.seconds == seconds(5.0)


def test_what_cannot_be_told_stays_an_estimate() -> None:
    cut = measured(*CUT, breaks=1)
    for before, after in (
        (measured(*CUT, breaks=2), measured(*WHOLE, breaks=0)),
        (cut, measured(*WHOLE, breaks=1)),
        (cut, reports.empty()),
    ):
        assert costs_beside(before, after) == before.break_costs


def test_the_estimate_is_what_crosses_at_the_bandwidth_of_a_copy(broken: Exploration) -> None:
    (bandwidth,) = [
        metric.value for run in broken.report.runs for metric in run.metrics if metric.name == "copy_bytes_per_second"
    ]
    for cost in broken.report.break_costs:
        assert cost.crossing == 32 * 64 * 4
        assert cost.lost_fusion == 2 * cost.crossing / float(bandwidth or 0)
