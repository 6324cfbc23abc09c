"""The table of attention: the kernel of each call and the fast path of each module of torch.nn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.attention import attention_rows
from explorer.views.outline.index import Index
from explorer.views.tables.columns import BOOL, FLOAT, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def attention(report: Report) -> pandas.DataFrame:
    """A row for each attention call of the graphs, and for each attention module of torch.nn that was traced.

    ``graph`` number, ``attention`` (the function, or the module's class), ``module`` path, ``file`` and ``line``;
    ``kernel`` (``flash (CPU)``, ``memory-efficient``, ``cuDNN``, ``math``, …), ``known_from`` (``graph``: of the graph
    that runs, ``torch``: torch was asked), ``operators`` that the call becomes, ``fast_path`` taken or not,
    ``layout`` (``variable length``: a nested tensor without padding, ``padded``, ``no padding mask``), ``why`` not
    another kernel or the fast path, ``fused_with`` the changes that would give a fused kernel; ``query``, ``key``,
    ``value``, ``mask`` (``float32[1, 2, 8, 16]``), ``causal``, ``dropout``, ``ref``.
    """
    columns = {
        "graph": INT, "attention": TEXT, "module": TEXT, "file": TEXT, "line": INT, "kernel": TEXT, "known_from": TEXT,
        "operators": TEXT, "fast_path": BOOL, "layout": TEXT, "why": TEXT, "fused_with": TEXT, "query": TEXT,
        "key": TEXT, "value": TEXT, "mask": TEXT, "causal": BOOL, "dropout": FLOAT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in attention_rows(Index(report)):
            facts = {name: value for name, value in row.step.attributes.items() if name in columns}
            yield {
                **facts, "graph": row.graph, "attention": row.what, **at(report, row.step.place),
                "why": row.step.detail, "ref": row.step.ref,
            }  # fmt: skip

    return frame(columns, rows())
