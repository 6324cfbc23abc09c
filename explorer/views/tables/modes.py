"""Tables of the modes that code was compiled in: regions, and the casts that autocast put in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.outline.modes import cast_rows, region_rows
from explorer.views.tables.columns import BOOL, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def regions(report: Report) -> pandas.DataFrame:
    """A row for each region of a graph in which a mode is switched.

    ``graph`` number, ``kind`` (``autocast``, ``gradients``, ``inference``, ``attention``: kernels that ``sdpa_kernel``
    allows, or a transform of torch.func: ``vmap``, ``grad``, ``jvp``, ``functionalize``), ``region`` in words,
    ``depth`` (regions around it), ``operations`` in it, ``file``, ``line`` and ``end_line`` of them, ``device`` and
    ``dtype`` of autocast, ``batch`` of vmap, ``enabled``, ``ref``.
    """
    columns = {
        "graph": INT, "kind": TEXT, "region": TEXT, "depth": INT, "operations": INT, "file": TEXT, "line": INT,
        "end_line": INT, "device": TEXT, "dtype": TEXT, "batch": INT, "enabled": BOOL, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in region_rows(Index(report)):
            facts = {name: value for name, value in row.step.attributes.items() if name in columns}
            yield {
                **facts, "graph": row.graph, "kind": row.step.name, "region": row.told, **at(report, row.step.place),
                "ref": row.step.ref,
            }  # fmt: skip

    return frame(columns, rows())


def casts(report: Report) -> pandas.DataFrame:
    """A row for each cast that autocast put into a graph of AOTAutograd; those that the program asks for are none.

    ``graph`` number, ``before`` and ``after`` dtypes, ``bytes`` that it writes, ``of`` the value, ``for`` the operation
    that it is made for, ``file`` and ``line`` of that, ``backward``, ``ref``.
    """
    columns = {
        "graph": INT, "before": TEXT, "after": TEXT, "bytes": INT, "of": TEXT, "for": TEXT, "file": TEXT, "line": INT,
        "backward": BOOL, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in cast_rows(Index(report)):
            facts = {name: value for name, value in row.step.attributes.items() if name in columns}
            yield {**facts, "graph": row.graph, **at(report, row.step.place), "ref": row.step.ref}

    return frame(columns, rows())
