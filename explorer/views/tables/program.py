"""Tables of what was compiled: graphs, their nodes, and the kernels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.format import spec
from explorer.views.outline.graphs import graph_rows
from explorer.views.outline.index import Index
from explorer.views.outline.lines import line_map
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def graphs(report: Report) -> pandas.DataFrame:
    """A row for each graph that a backend was handed.

    ``graph`` its number, ``compile_id`` torch's id, ``key`` the compile key, ``function``, ``file``, ``line`` where the
    function begins, ``lines`` the range that runs in it, ``trigger`` (``first call``, ``resume``, ``recompile``),
    ``call`` of the program (from 0), ``ops`` call nodes, ``inputs`` placeholders, ``kernels`` generated, ``extern``
    library calls, ``guards``, ``seconds`` of the whole compile.
    """
    columns = {
        "graph": INT, "compile_id": TEXT, "key": TEXT, "function": TEXT, "file": TEXT, "line": INT, "lines": TEXT,
        "trigger": TEXT, "call": INT, "ops": INT, "inputs": INT, "kernels": INT, "extern": INT, "guards": INT,
        "seconds": FLOAT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for row in graph_rows(index, line_map(index, limit=10**9)[0]):
            compilation = index.compilations[row.key]
            _, graph = index.graphs[row.number - 1]
            yield {
                "graph": row.number, "compile_id": compilation.id, "key": row.key, "function": row.function,
                **at(report, compilation.place), "lines": row.lines, "trigger": compilation.trigger,
                "call": compilation.call,
                "ops": row.ops, "inputs": sum(node.op == "placeholder" for node in graph.nodes), "kernels": row.kernels,
                "extern": row.extern, "guards": row.guards, "seconds": row.seconds,
            }  # fmt: skip

    return frame(columns, rows())


def nodes(report: Report) -> pandas.DataFrame:
    """A row for each node of every graph of every stage.

    ``graph`` its number (missing for a compile without one), ``stage``, ``direction`` (``dynamo``, ``joint``, ``fwd``,
    ``bwd``), ``name`` of the graph in ``in_graph``, ``node``, ``op``, ``target``, ``makes`` (``f32[8, 64]``),
    ``dtype``, ``device``, ``file``, ``line`` and ``source`` of the user's line, ``module`` path, ``code``, ``ref``.
    """
    columns = {
        "graph": INT, "stage": TEXT, "direction": TEXT, "in_graph": TEXT, "node": TEXT, "op": TEXT, "target": TEXT,
        "makes": TEXT, "dtype": TEXT, "device": TEXT, "file": TEXT, "line": INT, "source": TEXT,
        "module": TEXT, "code": TEXT,
        "ref": TEXT,
    }  # fmt: skip
    numbers = Index(report).numbers

    def rows() -> Rows:
        for compilation in report.compilations:
            for stage in compilation.stages:
                for graph in stage.graphs:
                    for node in graph.nodes:
                        first = node.specs[0] if node.specs else None
                        yield {
                            "graph": numbers.get(compilation.key), "stage": stage.stage, "direction": stage.direction,
                            "in_graph": graph.name, "node": node.name, "op": node.op, "target": node.target,
                            "makes": ", ".join(map(spec, node.specs)) or None, "dtype": first.dtype if first else None,
                            "device": first.device if first else None, **at(report, node.place),
                            "source": node.place.source if node.place else None, "module": node.module,
                            "code": node.code or None, "ref": node.ref,
                        }  # fmt: skip

    return frame(columns, rows())


def kernels(report: Report) -> pandas.DataFrame:
    """A row for each kernel.

    ``graph`` number, ``direction`` (``fwd``, ``bwd``), ``kernel``, ``language`` (``cpp``, ``triton``, ``extern``),
    ``extern`` (a library call), ``device``, ``calls`` in the wrapper, ``fuses`` (nodes of the graph after Inductor's
    passes, over all calls), ``lines`` of code (missing for library calls), ``code``, ``ref``.
    """
    columns = {
        "graph": INT, "direction": TEXT, "kernel": TEXT, "language": TEXT, "extern": BOOL, "device": TEXT, "calls": INT,
        "fuses": INT, "lines": INT, "code": TEXT, "ref": TEXT,
    }  # fmt: skip
    index = Index(report)

    def rows() -> Rows:
        for compilation, stage in index.all_stages("codegen"):
            texts = {listing.ref: index.text(listing.text) for listing in stage.listings}
            for kernel in stage.kernels:
                code = texts.get(kernel.listing or "")
                yield {
                    "graph": index.numbers.get(compilation.key), "direction": stage.direction, "kernel": kernel.name,
                    "language": kernel.language, "extern": kernel.extern, "device": kernel.device,
                    "calls": len(kernel.calls),
                    "fuses": len({node for call in kernel.calls for node in call.nodes}),
                    "lines": len(code.splitlines()) if code else None, "code": code, "ref": kernel.ref,
                }  # fmt: skip

    return frame(columns, rows())
