"""What to mend first: one cause is one action, the dearest first; what comes of another finding goes with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch._dynamo
from msgspec import structs

import explorer
from explorer.report import SCHEMA, Cut, Environment, Finding, Place, Program, Report
from explorer.report.causes import actions, root_causes
from explorer.report.interval import Interval
from explorer.report.ledger import BreakCost
from explorer.report.query import call_nodes, dynamo_graphs, order_findings


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def finding(kind: str, severity: str = "warning", ref: str = "", **more: Any) -> Finding:
    return Finding(ref=ref or kind, kind=kind, code=kind, severity=severity, title=kind, **more)  # type: ignore[arg-type]


def report_of(*findings: Finding) -> Report:
    return Report(schema=SCHEMA, program=Program(name="p"), environment=Environment(), findings=findings)


def test_actions_are_few_and_different() -> None:
    breaks = [finding("break", ref=f"b{number}", advice=("a",)) for number in range(4)]
    found = [finding("recompile", advice=("b", "z")), *breaks, finding("error", "error")]
    found += [finding("cache", ref=letter, advice=(letter,)) for letter in "cd"]
    assert actions(report_of(*order_findings(found))) == ("a", "b", "c")


def test_one_cause_is_one_action_whatever_the_value() -> None:
    place = Place(file="/me/m.py", line=3)
    found = [
        finding(
            "recompile", ref=f"r{old}", place=place, advice=(f"Pass n ({old}).",), attributes={"source": "n"}
        )
        for old in range(3)
    ]  # fmt: skip
    found.append(finding("recompile", ref="k", place=place, advice=("Pass k.",), attributes={"source": "k"}))
    report = report_of(*found)
    assert actions(report) == ("Pass n (0).", "Pass k.")
    causes = root_causes(report)
    assert [len(cause.also) for cause in causes] == [2, 0]
    assert {why for _, why in causes[0].also} == {"duplicate"}


def explored(function: Any, *args: Any, **how: Any) -> Report:
    return explorer.explain(function, backend="eager", probe=False, **how)(*args).report


def two_breaks(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    print("first")
    y = y.cos().exp()
    print("second")
    return y.tan()


def test_breaks_are_ranked_by_the_ops_they_cut_off() -> None:
    report = explored(two_breaks, torch.ones(3))
    first, second = [cause for cause in root_causes(report) if cause.finding.kind == "break"]
    ops = [len(call_nodes(graph)) for each in report.compilations for graph in dynamo_graphs(each)]
    assert ops == [1, 2, 1]  # sin, cos and exp, tan
    assert (first.cut_off, second.cut_off) == (3, 1)
    assert first.finding.place is not None and second.finding.place is not None
    assert (first.finding.place.line or 0) < (second.finding.place.line or 0)


def test_measured_time_ranks_before_ops() -> None:
    report = explored(two_breaks, torch.ones(3))
    last = root_causes(report)[1].finding
    cost = BreakCost(finding=last.ref, seconds=Interval(median=0.5, low=0.4, high=0.6))
    first = root_causes(structs.replace(report, break_costs=(cost,)))[0]
    assert (first.finding, first.seconds) == (last, 0.5)


def test_uncompiled_code_ranks_before_what_is_cut_off() -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        print("first")
        y = y.cos().exp().tan().sin()
        return looping(y)

    def looping(y: torch.Tensor) -> torch.Tensor:
        for _ in range(2):
            y = y.float_power(2)
            print(y.sum())
        return y

    causes = [cause for cause in root_causes(explored(model, torch.ones(3))) if cause.finding.kind == "break"]
    assert causes[0].uncompiled and causes[0].cut_off is None
    assert not causes[1].uncompiled and causes[1].cut_off


def test_a_value_that_several_functions_see_is_one_cause() -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        print("break")
        return y.cos() + x

    report = explored(model, torch.ones(3), calls=[((torch.ones(4),), {})])
    recompiles = [each for each in report.findings if each.kind == "recompile"]
    assert len(recompiles) == 2  # the function and its rest after the break
    causes = [cause for cause in root_causes(report) if cause.finding.kind == "recompile"]
    assert len(causes) == 1
    assert "resumed" not in str(causes[0].finding.attributes["function"])


def test_every_finding_is_in_one_cause() -> None:
    report = explored(two_breaks, torch.ones(3), calls=[((torch.ones(4),), {}), ((torch.ones(1),), {})])
    told = [each.ref for cause in root_causes(report) for each in (cause.finding, *(also for also, _ in cause.also))]
    assert sorted(told) == sorted(each.ref for each in report.findings)


def test_a_break_that_an_earlier_one_may_cause_goes_with_it() -> None:
    earlier = finding("break", ref="one", place=Place(file="/m.py", line=3), advice=("mend this",))
    place = Place(file="/m.py", line=9, function="f")
    later = finding(
        "break", ref="two", place=place, advice=("or this",), attributes={"fixability": "caused_by_earlier"}
    )
    earlier = structs.replace(
        earlier, cuts=(Cut(compilation="0/0", place=structs.replace(place, line=3), effect="resumed"),)
    )
    later = structs.replace(later, cuts=(Cut(compilation="1/0", place=place, effect="resumed"),))
    (cause,) = root_causes(report_of(later, earlier))
    assert cause.finding is earlier
    assert cause.also == ((later, "follows"),)
    assert actions(report_of(later, earlier)) == ("mend this",)


def test_the_text_says_what_it_costs_and_what_goes_with_it() -> None:
    told = " ".join(explorer.explain(two_breaks, backend="eager", probe=False)(torch.ones(3)).text().split())
    assert "3 ops are compiled apart because of it." in told
