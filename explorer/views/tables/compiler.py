"""Tables of what the compiler did inside: what is kept for the backward."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.outline.index import Index
from explorer.views.outline.saved import cuts
from explorer.views.tables.columns import BOOL, INT, TEXT, Rows, at, frame

if TYPE_CHECKING:
    import pandas


def saved(report: Report) -> pandas.DataFrame:
    """A row for each value that a forward keeps for its backward, the largest of each graph first.

    ``graph`` number, ``tensor`` (the name in the user's code of an input, else the node's), ``kept_as``
    (``activation``, ``input``, ``parameter``, ``buffer``, ``size``), ``bytes`` (missing when a size is not known),
    ``makes`` (``f32[8, 64]``), ``dtype``, ``device``, ``file``, ``line`` and ``source`` of the user's line that made
    it, ``made_by`` the operator, ``output`` (the program returns it too), ``ref`` of its node.
    """
    columns = {
        "graph": INT, "tensor": TEXT, "kept_as": TEXT, "bytes": INT, "makes": TEXT, "dtype": TEXT, "device": TEXT,
        "file": TEXT, "line": INT, "source": TEXT, "made_by": TEXT, "output": BOOL, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for cut in cuts(Index(report)):
            for row in cut.rows:
                first = row.node.specs[0] if row.node.specs else None
                yield {
                    "graph": cut.graph, "tensor": row.name, "kept_as": row.kept_as, "bytes": row.bytes,
                    "makes": row.makes or None, "dtype": first.dtype if first else None,
                    "device": first.device if first else None, **at(report, row.node.place),
                    "source": row.source or None, "made_by": row.made_by or None, "output": row.output, "ref": row.ref,
                }  # fmt: skip

    return frame(columns, rows())
