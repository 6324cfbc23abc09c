"""Recompiles: each version of a function after its first, the guard that asked for it, and how far the limit is."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Compilation, Finding
from explorer.views.clean import one_line
from explorer.views.outline.index import Index


@dataclass(frozen=True, slots=True)
class RecompileRow:
    """A recompile. ``old`` and ``new`` are the values that the guard compared, where torch tells them."""

    id: str
    function: str
    call: int | None
    guard: str
    old: str
    new: str
    place: str
    line: str
    limit: str


def recompile_rows(index: Index, *, limit: int = 60) -> tuple[list[RecompileRow], int]:
    """The recompiles in order, at most ``limit``, and how many were left out."""
    findings = {key: finding for finding in index.of("recompile", "limit") for key in finding.compilations}
    again = [each for each in index.report.compilations if each.trigger == "recompile"]
    return [_row(index, each, findings.get(each.key)) for each in again[:limit]], max(0, len(again) - limit)


def _row(index: Index, compilation: Compilation, finding: Finding | None) -> RecompileRow:
    facts = finding.attributes if finding else {}
    place = finding.place if finding else None
    return RecompileRow(
        id=one_line(compilation.id, 40),
        function=index.function(compilation),
        call=compilation.call,
        guard=one_line(str(facts.get("guard") or compilation.reason or "unknown guard"), 240),
        old=_value(facts.get("old")),
        new=_value(facts.get("new")),
        place=index.place(place),
        line=one_line(place.source, 160) if place and place.source else "",
        limit=_limit(facts, compilation),
    )


def _value(value: object) -> str:
    return "" if value is None else one_line(str(value), 80)


def _limit(facts: dict[str, str | int | float | bool | None], compilation: Compilation) -> str:
    versions, most = facts.get("versions"), facts.get("limit")
    if compilation.status == "limit":
        return f"limit of {most} hit" if most is not None else "limit hit"
    return f"{versions} of {most}" if versions is not None and most is not None else ""
