"""The long texts: generated code, torch's graphs and bytecode, each with a title and the graph it belongs to."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Kernel, StageRecord
from explorer.views.clean import one_line
from explorer.views.outline.index import Index

DIRECTIONS = {"dynamo": "", "joint": "joint", "fwd": "forward", "bwd": "backward"}

STAGES = {
    "dynamo": "Dynamo",
    "pre_grad": "before autograd",
    "aot": "AOTAutograd",
    "post_grad": "after Inductor's passes",
    "codegen": "generated code",
}


@dataclass(frozen=True, slots=True)
class CodeText:
    """A text to read. ``graph`` is its graph's number (None: the compile made none), ``text`` a key of the report."""

    graph: int | None
    title: str
    language: str
    text: str


def kernel_texts(index: Index) -> list[CodeText]:
    """The generated code: for each graph and direction the kernels, then the wrapper that calls them."""
    found: list[CodeText] = []
    for compilation, stage in index.all_stages("codegen"):
        called = {kernel.name: kernel for kernel in stage.kernels}
        parts = [each for each in stage.listings if _kind(each.name) != "module"]
        listings = sorted(parts, key=lambda each: _kind(each.name) == "wrapper")
        found += [
            CodeText(
                graph=index.numbers.get(compilation.key),
                title=_title(DIRECTIONS[stage.direction], each.name, called.get(each.name)),
                language=each.language,
                text=each.text,
            )
            for each in listings
        ]
    return found


def _kind(name: str) -> str:
    """The name of a listing without the number that tells apart the graphs of one compile (``1.wrapper``)."""
    return name.rpartition(".")[2]


def _title(direction: str, name: str, kernel: Kernel | None) -> str:
    calls = f", called {len(kernel.calls)} times" if kernel and len(kernel.calls) > 1 else ""
    return one_line(f"{direction} {name}{calls}".strip(), 160)


def graph_texts(index: Index) -> list[CodeText]:
    """Every graph as torch printed it, in the order of the stages."""
    return [
        CodeText(index.numbers.get(compilation.key), _graph_title(stage, graph.name), "python", graph.text)
        for compilation in index.report.compilations
        for stage in compilation.stages
        for graph in stage.graphs
        if graph.text
    ]


def _graph_title(stage: StageRecord, name: str) -> str:
    words = [STAGES.get(stage.stage, stage.stage), DIRECTIONS[stage.direction], "" if name == "graph" else name]
    return one_line(", ".join(word for word in words if word), 160)


def bytecode_texts(index: Index) -> list[CodeText]:
    """The bytecode of each function before and after Dynamo rewrote it."""
    return [
        CodeText(
            graph=index.numbers.get(compilation.key),
            title=f"{index.function(compilation)}, {one_line(each.name.replace('_', ' '), 80)}",
            language=each.language,
            text=each.text,
        )
        for compilation, stage in index.all_stages("dynamo")
        for each in stage.listings
    ]


def raw_texts(index: Index) -> list[CodeText]:
    """The records that no stage understood, as torch wrote them."""
    return [
        CodeText(index.numbers.get(compilation.key), one_line(each.name, 160), each.language, each.text)
        for compilation, stage in index.all_stages("raw")
        for each in stage.listings
    ]
