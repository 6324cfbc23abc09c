"""The order of findings, and what to do first."""

from __future__ import annotations

from typing import Any

from explorer.report import SCHEMA, Environment, Finding, Place, Program, Report
from explorer.report.query import EFFECTS, actions, order_findings


def finding(kind: str, severity: str = "warning", **more: Any) -> Finding:
    return Finding(ref=kind, kind=kind, code=kind, severity=severity, title=kind, **more)  # type: ignore[arg-type]


def test_the_worst_first() -> None:
    breaks = [finding("break", attributes={"effect": effect}) for effect in EFFECTS]
    found = [
        finding("touched", "note"), finding("recompile"), *breaks, finding("mismatch", "error"),
        finding("limit", "error"), finding("error", "error"), finding("cache", "warning"),
    ]  # fmt: skip
    kinds = [(each.kind, each.attributes.get("effect")) for each in order_findings(found)]
    assert kinds == [
        ("error", None), ("limit", None), ("mismatch", None), *(("break", effect) for effect in reversed(EFFECTS)),
        ("recompile", None), ("cache", None), ("touched", None),
    ]  # fmt: skip


def test_equal_findings_keep_their_order() -> None:
    found = [finding("recompile", attributes={"n": number}) for number in range(5)]
    assert order_findings(found) == found


def test_actions_are_few_and_different() -> None:
    found = [finding("recompile", advice=("b", "z")), *[finding("break", advice=("a",))] * 4, finding("error", "error")]
    found += [finding("cache", advice=(letter,)) for letter in "cd"]
    report = Report(
        schema=SCHEMA, program=Program(name="p"), environment=Environment(), findings=tuple(order_findings(found))
    )
    assert actions(report) == ("a", "b", "c")


def test_one_cause_is_one_action_whatever_the_value() -> None:
    place = Place(file="/me/m.py", line=3)
    found = [
        finding("recompile", place=place, advice=(f"Pass n ({old}).",), attributes={"source": "n"}) for old in range(3)
    ]
    found.append(finding("recompile", place=place, advice=("Pass k.",), attributes={"source": "k"}))
    report = Report(schema=SCHEMA, program=Program(name="p"), environment=Environment(), findings=tuple(found))
    assert actions(report) == ("Pass n (0).", "Pass k.")
