"""The order of findings."""

from __future__ import annotations

from typing import Any

from explorer.report import Finding
from explorer.report.query import EFFECTS, order_findings


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
