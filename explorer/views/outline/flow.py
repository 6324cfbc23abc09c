"""What runs in which order, as people read it: graph 1, the line that Python runs, graph 2."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Finding
from explorer.report.passages import Passage, passages
from explorer.views.clean import one_line
from explorer.views.format import many, ranges
from explorer.views.outline.index import Index


@dataclass(frozen=True, slots=True)
class FlowRow:
    """One passage: what runs it (``graph 2``, ``Python``, ``library``), the function, its lines, and why."""

    depth: int
    graph: int | None
    runs: str
    function: str
    lines: str
    about: str
    bad: bool


def flow_rows(index: Index, *, limit: int = 60) -> tuple[list[FlowRow], int]:
    """The passages of the first call, at most ``limit``, and how many were left out; none where all is one graph."""
    found = [each for each in passages(index.report) if each.call in (None, 0)]
    if all(each.runs == "graph" for each in found) and len(found) < 2:
        return [], 0
    findings = {finding.ref: finding for finding in index.report.findings}
    return [_row(index, each, findings) for each in found[:limit]], max(0, len(found) - limit)


def _row(index: Index, passage: Passage, findings: dict[str, Finding]) -> FlowRow:
    runs = {"graph": f"graph {passage.graph}", "library": "library"}.get(passage.runs, "Python")
    return FlowRow(
        depth=passage.depth,
        graph=passage.graph if passage.runs == "graph" else None,
        runs=runs,
        function=one_line(passage.name if passage.runs == "graph" else passage.function, 120),
        lines=ranges(passage.lines) if passage.lines else "",
        about=one_line(about(index, passage, findings), 300),
        bad=passage.runs == "python",
    )


def about(index: Index, passage: Passage, findings: dict[str, Finding]) -> str:
    """What a passage holds, or why Python runs it."""
    broken = [findings[ref] for ref in passage.breaks if ref in findings]
    match passage.runs:
        case "graph":
            more = f", {many(len(passage.inlined), 'place')} in other functions inlined" if passage.inlined else ""
            return f"{many(passage.ops, 'op')}{more}"
        case "library":
            breaks = f", {many(len(broken), 'break')} inside" if broken else ""
            return f"{many(passage.folded, 'function')} of packages compiled on their own{breaks}"
    if not broken:
        return {"skipped": "Dynamo skips it", "failed": "its compile failed", "limit": "its limit was hit"}.get(
            passage.effect or "", "not compiled"
        )
    return "; ".join(dict.fromkeys(_break(index, passage, each) for each in broken))


_REST = {"frame_skipped": ", so all of it is uncompiled", "rest_skipped": ", so the rest is uncompiled"}


def _break(index: Index, passage: Passage, finding: Finding) -> str:
    here, there = passage.place, finding.place
    code = f": {here.source}" if here is not None and here.source else ""
    rest = _REST.get(passage.effect or "", "")
    if here is not None and there is not None and (here.file, here.line) == (there.file, there.line):
        return f"{finding.code}{rest}{code}"
    return f"cut by the break at {index.place(there)} ({finding.code}){rest}{code}"
