"""What is known of single source lines: the graphs that run them, the values they make, their breaks and recompiles."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from explorer.report import Finding, Node, Place
from explorer.report.query import call_nodes
from explorer.views.clean import one_line
from explorer.views.format import spec
from explorer.views.outline.index import Index


@dataclass(slots=True)
class Mark:
    """The facts of one line. ``nodes`` are the nodes that come from it by graph number."""

    nodes: dict[int, list[Node]] = field(default_factory=dict)
    breaks: list[Finding] = field(default_factory=list)
    callers: list[str] = field(default_factory=list)
    errors: list[Finding] = field(default_factory=list)
    recompiles: int = 0
    source: str | None = None
    function: str | None = None

    @property
    def graphs(self) -> tuple[int, ...]:
        """The numbers of the graphs with a node from this line, in order."""
        return tuple(sorted(self.nodes))


Marks = dict[str, dict[int, Mark]]
"""Marks by file and line."""


def marks_of(index: Index) -> Marks:
    """The marks of every line that the compile reached: a node comes from it, it breaks, or a guard on it failed."""
    marks: Marks = defaultdict(lambda: defaultdict(Mark))
    for number, (_, graph) in enumerate(index.graphs, 1):
        for node in call_nodes(graph):
            if mark := _at(marks, node.place):
                mark.nodes.setdefault(number, []).append(node)
    _add_breaks(index, marks)
    for finding in index.of("error"):
        if mark := _at(marks, finding.place):
            mark.errors.append(finding)
    for finding in index.of("recompile"):
        if mark := _at(marks, finding.place):
            mark.recompiles += finding.count
    _add_callers(index, marks)
    return marks


def _at(marks: Marks, place: Place | None) -> Mark | None:
    if place is None or place.line is None:
        return None
    mark = marks[place.file][place.line]
    mark.source = mark.source or place.source
    mark.function = mark.function or place.function
    return mark


def _add_breaks(index: Index, marks: Marks) -> None:
    for finding in index.of("break"):
        if mark := _at(marks, finding.place):
            mark.breaks.append(finding)
        seen = f"the break at {index.place(finding.place)}, from its caller"
        for place in (finding.user_place, *(cut.place for cut in finding.cuts)):
            mark = None if _same_line(finding.place, place) else _at(marks, place)
            if mark is not None and seen not in mark.callers:
                mark.callers.append(seen)


def _same_line(one: Place | None, other: Place | None) -> bool:
    return one is not None and other is not None and (one.file, one.line) == (other.file, other.line)


def _add_callers(index: Index, marks: Marks) -> None:
    """Mark the lines of compiled functions that call a function compiled on its own: the other end of its break."""
    for compilation in index.report.compilations:
        place = compilation.called_from
        if place is None or place.line is None or compilation.trigger not in ("first call", "unknown"):
            continue
        mark = marks[place.file].get(place.line) if place.file in marks else None
        reached = any(
            other.place and other.place.file == place.file and other.place.function == place.function
            for other in index.report.compilations
            if place.function not in (None, "<module>")
        )
        if reached and (mark is None or not (mark.breaks or mark.callers)) and (mark := _at(marks, place)):
            mark.callers.append(f"calls {index.function(compilation)}, compiled on its own")


def shapes(mark: Mark) -> str:
    """What the line makes: ``f32[8, 64]``; ``3 × f32[8, 64]``; with a later version's other shape after ``then``."""
    seen: list[str] = []
    for number in mark.graphs:
        made = _made(mark.nodes[number])
        if made and made not in seen:
            seen.append(made)
    return seen[0] if len(seen) == 1 else f"{seen[0]}, then {seen[-1]}" if seen else ""


def _made(nodes: list[Node]) -> str:
    used = {ref for node in nodes for ref in node.inputs}
    values = [spec(value) for node in nodes if node.ref not in used for value in node.specs]
    counted: dict[str, int] = {}
    for value in values:
        counted[value] = counted.get(value, 0) + 1
    words = [value if times == 1 else f"{times} × {value}" for value, times in counted.items()]
    return one_line(", ".join(words[:2]) + (", …" if len(words) > 2 else ""), 80)
