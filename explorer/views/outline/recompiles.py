"""Recompiles: each version of a function after its first, the guard that asked for it, and how far the limit is."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Compilation, Finding
from explorer.views.clean import one_line
from explorer.views.format import UNKNOWN
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
    findings = index.of("recompile")
    rows = [_row(index, finding, _compilation(index, finding)) for finding in findings[:limit]]
    return rows, max(0, len(findings) - limit)


def _compilation(index: Index, finding: Finding) -> Compilation | None:
    return index.compilations.get(finding.compilations[0]) if finding.compilations else None


def _row(index: Index, finding: Finding, compilation: Compilation | None) -> RecompileRow:
    facts, place = finding.attributes, finding.place
    reason = facts.get("guard") or (compilation.reason if compilation else None) or finding.message
    guard = one_line(str(reason), 240)
    old = _value(facts.get("old"))
    return RecompileRow(
        id=one_line(str(facts.get("compile_id") or (compilation.id if compilation else "")), 40),
        function=index.function(compilation) if compilation else _value(facts.get("function")),
        call=compilation.call if compilation else None,
        guard=guard,
        old="" if old == guard else old,
        new=_value(facts.get("new")),
        place=index.place(place),
        line=one_line(place.source, 160) if place and place.source else "",
        limit=_limit(facts, compilation),
    )


def change(row: RecompileRow, arrow: str) -> str:
    """``8 -> 4``; what torch does not tell is ``—``, and nothing at all when it tells neither."""
    return f"{row.old or UNKNOWN} {arrow} {row.new or UNKNOWN}" if row.old or row.new else ""


def _value(value: object) -> str:
    return "" if value is None else one_line(str(value), 80)


def _limit(facts: dict[str, str | int | float | bool | None], compilation: Compilation | None) -> str:
    versions, most = facts.get("versions"), facts.get("limit")
    if compilation is not None and compilation.status == "limit":
        return f"limit of {most} hit" if most is not None else "limit hit"
    return f"{versions} of {most}" if versions is not None and most is not None else ""
