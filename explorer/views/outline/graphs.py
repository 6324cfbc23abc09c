"""The graphs: one row for each graph that a backend was handed, and the compiles that made none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.report import Compilation, Graph, Kernel, is_library
from explorer.report.query import call_nodes
from explorer.views.clean import one_line
from explorer.views.format import UNKNOWN, lines
from explorer.views.outline.index import Index, base_name
from explorer.views.outline.lines import Block


@dataclass(frozen=True, slots=True)
class GraphRow:
    """A graph. Numbers are None where the stage that would tell them did not run. ``seconds`` is its whole compile."""

    number: int
    key: str
    id: str
    function: str
    lines: str
    ops: int
    kernels: int | None
    extern: int | None
    guards: int | None
    seconds: float | None
    why: str


@dataclass(frozen=True, slots=True)
class OtherCompile:
    """A compile that handed no graph to the backend, and why."""

    id: str
    function: str
    place: str
    status: str
    seconds: float | None


def graph_rows(index: Index, blocks: Sequence[Block] = ()) -> list[GraphRow]:
    """The graphs in order. ``blocks`` is the line map, from which a graph's lines in its own function are read."""
    return [
        _row(index, index.compilations[key], graph, number, blocks)
        for number, (key, graph) in enumerate(index.graphs, 1)
    ]


def other_compiles(index: Index, *, limit: int) -> tuple[list[OtherCompile], int]:
    """The compilations without a graph, in order, at most ``limit``, and how many were left out."""
    others = [each for each in index.report.compilations if each.key not in index.numbers]
    return [_other(index, each) for each in others[:limit]], max(0, len(others) - limit)


def _other(index: Index, compilation: Compilation) -> OtherCompile:
    return OtherCompile(
        id=one_line(compilation.id, 40),
        function=index.function(compilation),
        place=index.place(compilation.place),
        status=_no_graph(index, compilation) if compilation.status == "ok" else _status(compilation),
        seconds=compilation.seconds,
    )


def _no_graph(index: Index, compilation: Compilation) -> str:
    if index.stages(compilation.key, "compiled_autograd"):
        number = f"{compilation.id.partition('/')[0]}/"
        others = [each.id for each in index.report.compilations if each.id.startswith(number)]
        made = ", ".join(each for each in others if each != compilation.id)
        return f"traced while it ran; compiled as {made}" if made else "traced while it ran"
    broken = next((each for each in index.of("break") if compilation.key in each.compilations), None)
    if broken is None:
        return "no graph: nothing in it to compile"
    return f"no graph: the break at {index.place(broken.place)} comes before any op"


def _status(compilation: Compilation) -> str:
    words = {
        "skipped": "skipped: runs in Python",
        "failed": "failed",
        "limit": "recompile limit: runs in Python",
    }
    return words.get(compilation.status, one_line(compilation.status, 80))


def _row(index: Index, compilation: Compilation, graph: Graph, number: int, blocks: Sequence[Block]) -> GraphRow:
    # What is known of the compilation as a whole stands beside its first graph only, so that nothing is counted twice.
    first = index.numbers[compilation.key] == number
    kernels = kernels_of(index, compilation.key) if first else None
    guards = index.stages(compilation.key, "guards") if first else ()
    return GraphRow(
        number=number,
        key=compilation.key,
        id=one_line(compilation.id, 40),
        function=index.function(compilation),
        lines=_lines(compilation, graph, number, blocks),
        ops=len(call_nodes(graph)),
        kernels=None if kernels is None else sum(not each.extern for each in kernels),
        extern=None if kernels is None else sum(len(each.calls) for each in kernels if each.extern),
        guards=sum(len(stage.guards) for stage in guards) if guards else None,
        seconds=compilation.seconds if first else None,
        why=one_line(compilation.trigger, 60),
    )


def kernels_of(index: Index, key: str) -> list[Kernel] | None:
    """The kernels of one compilation, forward and backward; None when no code was generated or seen."""
    stages = [stage for stage in index.stages(key, "codegen") if stage.state in ("done", "cached")]
    return [kernel for stage in stages for kernel in stage.kernels] if stages else None


def _lines(compilation: Compilation, graph: Graph, number: int, blocks: Sequence[Block]) -> str:
    """The lines of the graph in the function that was compiled; those of all its ops when that is another function."""
    name = base_name(compilation.function or "").split(".")[-1]
    file = compilation.place.file if compilation.place else None
    in_function = [
        row.line
        for block in blocks
        if name and block.function.split(".")[-1] == name
        for row in block.rows
        if number in row.graphs
    ]
    if in_function:
        return lines(in_function)
    known = [node.place for node in call_nodes(graph) if node.place]
    places = [place for place in known if not is_library(place.file)] or known
    own = [place.line for place in places if place.line is not None and place.file == file]
    return lines(own) if own else lines([p.line for p in places if p.line is not None]) if places else UNKNOWN
