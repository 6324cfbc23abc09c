"""Tables of what reduce-overhead and max-autotune did: CUDA graphs, and candidates with their times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.outline.tuning import candidate_rows, recording_rows
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def cudagraphs(report: Report) -> pandas.DataFrame:
    """A row for each graph for which CUDA graphs were asked for, then for each of its parts and what is in their way.

    ``graph`` number, ``direction`` (``fwd``, ``bwd``), ``what`` (``the graph``, ``part 0``, ``in part 0``),
    ``recorded`` as a CUDA graph (missing for a reason), ``operations``, ``why`` not, ``devices`` of the graph,
    ``file`` and ``line`` behind it, ``ref``.
    """
    columns = {
        "graph": INT, "direction": TEXT, "what": TEXT, "recorded": BOOL, "operations": INT, "why": TEXT,
        "devices": TEXT, "file": TEXT, "line": INT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in recording_rows(Index(report)):
            yield {
                "graph": row.graph, "direction": row.direction, "what": row.what, "recorded": row.recorded,
                "operations": row.operations, "why": row.why or None, "devices": row.step.attributes.get("devices"),
                **at(report, row.step.place), "ref": row.step.ref,
            }  # fmt: skip

    return frame(columns, rows())


def autotune(report: Report) -> pandas.DataFrame:
    """A row for each candidate that Inductor measured, the fastest of each operation first.

    ``graph`` number, ``direction``, ``choice`` (counts the operations of a graph), ``operation``, ``inputs``
    (``float32[256, 64], …``), ``candidate``, ``kind`` (``Triton template``, ``C++ template``, ``library``, …),
    ``milliseconds`` (one figure of torch's; missing where the candidate failed), ``times_best`` (1 for the fastest),
    ``fastest``, ``description``, ``candidates`` (how many there were; a log names only the fastest), ``seconds`` of
    measuring all of them and ``building`` (missing where the times came from a cache), ``file``, ``line``, ``ref``.
    """
    columns = {
        "graph": INT, "direction": TEXT, "choice": INT, "operation": TEXT, "inputs": TEXT, "candidate": TEXT,
        "kind": TEXT, "milliseconds": FLOAT, "times_best": FLOAT, "fastest": BOOL, "description": TEXT,
        "candidates": INT, "seconds": FLOAT, "building": FLOAT, "file": TEXT, "line": INT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in candidate_rows(Index(report)):
            facts = {name: value for name, value in row.step.attributes.items() if name in columns}
            yield {
                **facts, "graph": row.graph, "direction": row.direction, "candidate": row.name,
                **at(report, row.step.place), "ref": row.step.ref,
            }  # fmt: skip

    return frame(columns, rows())
