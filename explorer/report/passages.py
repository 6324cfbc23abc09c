"""What runs in which order: the graphs of each function, the lines between them that Python runs, and who calls whom.

Dynamo compiles a function when a call reaches it and its rest when that is reached, so the order of the compiles is the
order of the first run.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from explorer.report.document import Compilation, Report
from explorer.report.finding import Cut, Finding
from explorer.report.place import Place, is_library
from explorer.report.python_text import parsed
from explorer.report.query import call_nodes, dynamo_graphs

_RESUMED = re.compile(r"^(?P<name>.+), resumed(?: after line (?P<line>\d+))?$")

Runs = Literal["graph", "python", "library"]


@dataclass(frozen=True)
class Passage:
    """One stretch of the program.

    ``runs`` is ``graph`` (compiled; ``graph`` is its number), ``python`` (uncompiled) or ``library`` (``folded``
    functions of packages that were compiled on their own, at the user's ``place``). ``function`` is the user's, and
    ``resumed_after`` the line after which its rest goes on. ``depth`` counts the callers that wait. ``lines`` are those
    of the function's file; ``inlined`` the places in other functions that the graph took in. ``breaks`` are the refs
    of the findings that end a graph or that Python runs, ``effect`` what they do here, ``call`` the call of the
    program. ``place`` is the first line, for a break the line of the cut.
    """

    runs: Runs
    function: str
    depth: int
    place: Place | None
    lines: tuple[int, ...] = ()
    compilation: str | None = None
    graph: int | None = None
    ops: int = 0
    resumed_after: int | None = None
    inlined: tuple[Place, ...] = ()
    breaks: tuple[str, ...] = ()
    effect: str | None = None
    call: int | None = None
    folded: int = 0

    @property
    def name(self) -> str:
        """``Net.forward``, or ``resume of Net.forward at line 12``."""
        if self.resumed_after is None:
            return self.function
        return f"resume of {self.function} at line {self.resumed_after}"


def passages(report: Report) -> tuple[Passage, ...]:
    """Every passage of every call, in the order in which it was first reached."""
    return tuple(_Walk(report).run())


@dataclass(frozen=True)
class _Part:
    """A compilation as a part of a user's function."""

    compilation: Compilation
    name: str
    resumed_after: int | None
    resumes: bool

    @property
    def key(self) -> tuple[str | None, str]:
        """What the parts of one function share."""
        return self.compilation.place.file if self.compilation.place else None, self.name


def _part(compilation: Compilation) -> _Part:
    title = compilation.function or "unknown function"
    match = _RESUMED.match(title)
    if match is None:
        return _Part(compilation, title, None, resumes=False)
    return _Part(compilation, match["name"], int(match["line"]) if match["line"] else None, resumes=True)


class _Walk:
    """Goes through the compilations and keeps the functions that are open."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._numbers: dict[str, int] = {}
        for number, key in enumerate((each.key for each in report.compilations for _ in dynamo_graphs(each)), 1):
            self._numbers.setdefault(key, number)
        self._cuts: dict[str, list[tuple[Finding, Cut]]] = {}
        for finding in report.findings:
            for cut in finding.cuts:
                self._cuts.setdefault(cut.compilation, []).append((finding, cut))
        self._open: list[tuple[str | None, str]] = []

    def run(self) -> Iterator[Passage]:
        """The passages; neighbours inside packages, at one line of the user, are one."""
        folded: Passage | None = None
        for compilation in self._report.compilations:
            if compilation.place is not None and is_library(compilation.place.file):
                found = self._library(compilation)
                if folded is not None and folded.place == found.place:
                    found = _merged(folded, found)
                elif folded is not None:
                    yield folded
                folded = found
                continue
            if folded is not None:
                yield folded
                folded = None
            yield from self._user(_part(compilation))
        if folded is not None:
            yield folded

    def _library(self, compilation: Compilation) -> Passage:
        graphs = dynamo_graphs(compilation)
        return Passage(
            runs="library",
            function=compilation.function or "a library",
            depth=len(self._open),
            place=compilation.called_from,
            lines=(compilation.called_from.line,) if compilation.called_from and compilation.called_from.line else (),
            compilation=compilation.key,
            graph=self._numbers.get(compilation.key),
            ops=sum(len(call_nodes(graph)) for graph in graphs),
            breaks=tuple(finding.ref for finding, _ in self._cuts.get(compilation.key, ())),
            call=compilation.call,
            folded=1,
        )

    def _user(self, part: _Part) -> Iterator[Passage]:
        if part.resumes and part.key in self._open:
            del self._open[self._open.index(part.key) + 1 :]
        else:
            self._open.append(part.key)
        graph = self._graph(part)
        if graph is not None:
            yield graph
        cuts = self._cuts.get(part.compilation.key, [])
        for line in dict.fromkeys(cut.place for _, cut in cuts):
            yield self._cut(part, [(finding, cut) for finding, cut in cuts if cut.place == line])
        if not cuts and part.compilation.status != "ok":
            yield self._uncompiled(part)
        if not cuts and self._open:  # it ends here
            self._open.pop()

    def _graph(self, part: _Part) -> Passage | None:
        compilation = part.compilation
        nodes = [node for graph in dynamo_graphs(compilation) for node in call_nodes(graph)]
        if compilation.key not in self._numbers:
            return None
        places = [node.place for node in nodes if node.place is not None and node.place.line is not None]
        first, last = self._range(compilation.place)
        file = compilation.place.file if compilation.place is not None else None
        own = [place for place in places if place.file == file and first <= (place.line or 0) <= last]
        lines = sorted({place.line for place in own if place.line is not None})
        return Passage(
            runs="graph",
            function=part.name,
            depth=len(self._open) - 1,
            place=min(own, key=lambda place: place.line or 0) if own else compilation.place,
            lines=tuple(lines),
            compilation=compilation.key,
            graph=self._numbers[compilation.key],
            ops=len(nodes),
            resumed_after=part.resumed_after,
            inlined=tuple(dict.fromkeys(place for place in places if place not in own)),
            breaks=tuple(finding.ref for finding, _ in self._cuts.get(compilation.key, ())),
            call=compilation.call,
        )

    def _cut(self, part: _Part, cuts: list[tuple[Finding, Cut]]) -> Passage:
        """What Python runs at a break: the line, the rest of the function, or all of it."""
        cut = cuts[0][1]
        first, last = self._range(cut.place)
        line = cut.place.line or 0
        lines = range(line, line + 1)
        if cut.effect == "frame_skipped" and last < _NO_END:
            lines = range(part.resumed_after + 1 if part.resumed_after is not None else first, last + 1)
        elif cut.effect == "rest_skipped" and last < _NO_END:
            lines = range(line, last + 1)
        return Passage(
            runs="python",
            function=part.name,
            depth=len(self._open) - 1,
            place=cut.place,
            lines=tuple(lines) or (line,),
            compilation=part.compilation.key,
            resumed_after=part.resumed_after,
            breaks=tuple(dict.fromkeys(each.ref for each, _ in cuts)),
            effect=cut.effect,
            call=part.compilation.call,
        )

    def _uncompiled(self, part: _Part) -> Passage:
        """A function that Dynamo gave up without a break: skipped, failed, or at its limit."""
        place = part.compilation.place
        first, last = self._range(place)
        return Passage(
            runs="python",
            function=part.name,
            depth=len(self._open) - 1,
            place=place,
            lines=tuple(range(first, last + 1)) if last < _NO_END else (),
            compilation=part.compilation.key,
            resumed_after=part.resumed_after,
            effect=part.compilation.status,
            call=part.compilation.call,
        )

    def _range(self, place: Place | None) -> tuple[int, int]:
        """First and last line of the function at ``place``; everything from its line on when its text is not there."""
        if place is None or place.line is None:
            return 0, _NO_END
        source = next((each for each in self._report.sources if each.file == place.file), None)
        text = self._report.texts.get(source.text, "") if source is not None and source.text else ""
        inside = [span for span in _functions(text) if span[0] <= place.line <= span[1]]
        return max(inside, default=(place.line, place.line if text else _NO_END))


_NO_END = 2**31


@functools.lru_cache(maxsize=32)
def _functions(text: str) -> tuple[tuple[int, int], ...]:
    """First and last line of every function in ``text``; none when it is not Python as it stands."""
    tree = parsed(text)
    found = ast.walk(tree) if tree is not None else ()
    functions = (node for node in found if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))
    return tuple((node.lineno, node.end_lineno or node.lineno) for node in functions)


def _merged(one: Passage, other: Passage) -> Passage:
    return Passage(
        runs="library",
        function=f"{one.function}, …" if one.function != other.function and not one.function.endswith("…")
        else one.function,
        depth=one.depth,
        place=one.place,
        lines=one.lines,
        compilation=one.compilation,
        graph=one.graph if one.graph is not None else other.graph,
        ops=one.ops + other.ops,
        breaks=tuple(dict.fromkeys((*one.breaks, *other.breaks))),
        call=one.call,
        folded=one.folded + other.folded,
    )  # fmt: skip
