"""Comparing reports: a finding is found again after an edit moved or changed its line."""

from __future__ import annotations

import pytest
from msgspec import structs

from explorer.report import Finding, Place, Report
from explorer.report.comparison import OutputMatch
from explorer.report.diff import NO_VALUES, diff
from explorer.report.interval import Interval
from explorer.report.timings import Timings
from explorer.report.verdict import make_verdict
from tests.reports import full

EQUAL = OutputMatch(0, "", equal=True, exact=True)


def only_breaks(report: Report, *breaks: Finding) -> Report:
    return structs.replace(report, findings=breaks)


def a_break(line: int, source: str, function: str = "forward", gb_type: str = "Data-dependent branch") -> Finding:
    place = Place(file="/p/m.py", line=line, function=function, source=source)
    return Finding(
        ref=f"r{line}", kind="break", code="GB0170", severity="warning", title="t", place=place,
        attributes={"gb_type": gb_type, "effect": "resumed"},
    )  # fmt: skip


def fates(before: list[Finding], after: list[Finding]) -> list[tuple[str, int | None, int | None, bool]]:
    report = full()
    found = diff(only_breaks(report, *before), only_breaks(report, *after)).findings
    return [(f.fate, f.before and f.before.line, f.after and f.after.line, f.edited) for f in found]


def test_nothing_changes_against_itself() -> None:
    report = full()
    found = diff(report, report)
    assert {each.fate for each in (*found.findings, *found.functions, *found.kernels)} == {"kept"}
    assert all(change.before == change.after for change in found.changes)
    assert found.fixed is False  # nothing is gone
    assert found.notes == (NO_VALUES,)


def test_the_numbers_are_those_of_the_verdict() -> None:
    report = full()
    changes = {change.name: change for change in diff(report, only_breaks(report)).changes}
    verdict = make_verdict(report)
    assert changes["graphs"].before == verdict.graphs
    assert (changes["breaks"].before, changes["breaks"].after) == (len(verdict.graph_breaks), 0)
    assert verdict.kernels is not None
    assert changes["generated kernels"].before == verdict.kernels.generated
    assert changes["compile"].unit == "s"


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param([a_break(5, "if x:")], [], [("gone", 5, None, False)], id="gone"),
        pytest.param([], [a_break(5, "if x:")], [("new", None, 5, False)], id="new"),
        pytest.param([a_break(5, "if x:")], [a_break(9, "if x:")], [("kept", 5, 9, False)], id="moved"),
        pytest.param([a_break(5, "if x:")], [a_break(5, "if y:")], [("kept", 5, 5, True)], id="edited"),
        pytest.param(
            [a_break(5, "if x:")], [a_break(5, "if x:", gb_type="Other")],
            [("new", None, 5, False), ("gone", 5, None, False)], id="another break on the line",
        ),
        pytest.param(
            [a_break(5, "if x:"), a_break(7, "if x:")], [a_break(8, "if x:")],
            [("gone", 7, None, False), ("kept", 5, 8, False)], id="one of two alike",
        ),
        pytest.param(
            [a_break(5, "if x:")], [a_break(5, "if y:", "other")],
            [("new", None, 5, False), ("gone", 5, None, False)], id="another function",
        ),
    ],
)  # fmt: skip
def test_fates(before: list[Finding], after: list[Finding], expected: list[object]) -> None:
    assert fates(before, after) == expected


def test_what_counts_as_fixed() -> None:
    report = full()
    broken, clean = only_breaks(report, a_break(5, "if x:")), only_breaks(report)
    worse = only_breaks(report, a_break(9, "other", gb_type="Other"))
    different = structs.replace(EQUAL, equal=False)
    unknown = structs.replace(EQUAL, equal=None)
    assert diff(broken, clean, outputs=[EQUAL]).fixed is True
    assert diff(broken, clean).fixed is None
    assert diff(broken, clean, outputs=[EQUAL, unknown]).fixed is None
    assert diff(broken, clean, outputs=[EQUAL, different]).fixed is False
    assert diff(broken, worse, outputs=[EQUAL]).fixed is False
    assert diff(clean, clean, outputs=[EQUAL]).fixed is False


def interval(median: float) -> Interval:
    return Interval(median=median, low=median * 0.9, high=median * 1.1, runs=9)


def measured(report: Report, call: float) -> Report:
    timings = Timings(
        eager=interval(4.0), compiled=interval(call), speedup=interval(4.0 / call), conclusive=True, pairs=9
    )
    return structs.replace(report, timings=timings)


def test_measured_calls_carry_the_interval_of_their_ratio() -> None:
    report = full()
    found = diff(measured(report, 4.0), measured(report, 2.0)).changes
    change = next(each for each in found if each.name == "one compiled call")
    assert (change.before, change.after, change.unit) == (4.0, 2.0, "s")
    assert (change.low, change.high) == (pytest.approx(1.8 / 4.4), pytest.approx(2.2 / 3.6))


def test_what_one_side_measured_is_not_compared() -> None:
    report = full()
    names = {change.name for change in diff(measured(report, 4.0), report).changes}
    assert "one compiled call" not in names
