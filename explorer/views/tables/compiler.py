"""Tables of what the compiler did inside: what is kept for the backward, what was fused, the buffers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explorer.report import Report
from explorer.views.format import spec
from explorer.views.outline.decompositions import decomposition_rows
from explorer.views.outline.fusion import buffer_nodes, fusion_steps
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


def fusion(report: Report) -> pandas.DataFrame:
    """A row for each decision of Inductor's scheduler, as a live capture saw it.

    ``graph`` number, ``direction`` (``fwd``, ``bwd``), ``fused``, ``first`` and ``second`` (groups of nodes:
    ``op1_op2``), ``reason`` why not (missing where they were fused), ``apart`` (they end in different groups; a pair
    that was refused may still meet later), ``ref`` of the step.
    """
    columns = {
        "graph": INT, "direction": TEXT, "fused": BOOL, "first": TEXT, "second": TEXT, "reason": TEXT, "apart": BOOL,
        "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for graph, direction, step in fusion_steps(Index(report)):
            facts = step.attributes
            yield {
                "graph": graph, "direction": direction, "fused": step.name == "fused",
                "first": _text(facts.get("first")), "second": _text(facts.get("second")),
                "reason": _text(facts.get("reason")), "apart": bool(facts.get("apart")), "ref": step.ref,
            }  # fmt: skip

    return frame(columns, rows())


def buffers(report: Report) -> pandas.DataFrame:
    """A row for each buffer of the generated code.

    ``graph`` number, ``direction``, ``buffer``, ``makes`` (``f32[8, 64]``), ``bytes``, ``takes`` (the buffer or input
    whose memory it takes over), ``from_line`` and ``to_line`` of the generated module in which it lives (the last is
    missing for what is returned), ``ref``.
    """
    columns = {
        "graph": INT, "direction": TEXT, "buffer": TEXT, "makes": TEXT, "bytes": INT, "takes": TEXT, "from_line": INT,
        "to_line": INT, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for graph, direction, node in buffer_nodes(Index(report)):
            facts = node.attributes
            yield {
                "graph": graph, "direction": direction, "buffer": node.name,
                "makes": ", ".join(map(spec, node.specs)) or None, "bytes": _whole(facts.get("bytes")),
                "takes": _text(facts.get("takes")), "from_line": _whole(facts.get("from_line")),
                "to_line": _whole(facts.get("to_line")), "ref": node.ref,
            }  # fmt: skip

    return frame(columns, rows())


def decompositions(report: Report) -> pandas.DataFrame:
    """A row for each operation of Dynamo's graphs that AOTAutograd is known to have traced.

    ``graph`` number, ``operator`` as the program calls it, ``node`` of Dynamo's graph, ``file``, ``line``, ``source``;
    ``aten`` operators that it called, ``becomes`` those that are left after decomposition (``aten`` and ``prims``),
    ``gradient`` those of its backward, each separated by commas; ``decomposed``, ``functional`` (it changed its operand
    in place and no longer does), ``ref`` of the node.
    """
    columns = {
        "graph": INT, "operator": TEXT, "node": TEXT, "file": TEXT, "line": INT, "source": TEXT, "aten": TEXT,
        "becomes": TEXT, "gradient": TEXT, "decomposed": BOOL, "functional": BOOL, "ref": TEXT,
    }  # fmt: skip

    def rows() -> Rows:
        for row in decomposition_rows(Index(report)):
            yield {
                "graph": row.graph, "operator": row.operator, "node": row.node.name, **at(report, row.node.place),
                "source": row.node.place.source if row.node.place else None, "aten": ", ".join(row.aten) or None,
                "becomes": ", ".join(row.becomes) or None, "gradient": ", ".join(row.gradient) or None,
                "decomposed": row.decomposed, "functional": row.functional, "ref": row.node.ref,
            }  # fmt: skip

    return frame(columns, rows())


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
