"""The table of operators that are no plain ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.outline.operators import operator_rows
from explorer.views.tables.columns import BOOL, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def operators(report: Report) -> pandas.DataFrame:
    """A row for each node that calls no plain operator, and for each input that is a tensor subclass.

    ``graph`` number; ``stage`` and ``direction`` of the graph it is in; ``kind`` (``higher order``, ``custom``,
    ``collective``, ``triton kernel``, ``subclass``); ``operator`` (``cond``, ``mine::scale``, ``all_reduce``, a class);
    ``graphs`` given to a higher-order operator and ``wraps``, the operator given to it; for a custom one ``fake`` and
    ``autograd`` (does it have one? missing: not known), ``mutates``, ``schema``; for a collective ``reduces`` and
    ``group``; for a kernel ``kernel`` and ``grid``; for a subclass ``inner``, ``placements`` and ``mesh``;
    ``defined_at``, ``file``, ``line`` and ``ref`` of the node.
    """
    facts = {
        "wraps": TEXT, "fake": BOOL, "autograd": BOOL, "mutates": TEXT, "schema": TEXT, "reduces": TEXT, "group": TEXT,
        "kernel": TEXT, "grid": TEXT, "inner": TEXT, "placements": TEXT, "mesh": TEXT, "defined_at": TEXT,
    }  # fmt: skip
    columns = {
        "graph": INT, "stage": TEXT, "direction": TEXT, "kind": TEXT, "operator": TEXT, "graphs": TEXT, **facts,
        "file": TEXT, "line": INT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in operator_rows(Index(report)):
            yield {
                "graph": row.graph, "stage": row.stage, "direction": row.direction, "kind": row.kind,
                "operator": row.operator, "graphs": ", ".join(row.graphs) or None,
                **{name: row.node.attributes.get(name) for name in facts},
                **at(report, row.node.place), "ref": row.node.ref,
            }  # fmt: skip

    return frame(columns, rows())
