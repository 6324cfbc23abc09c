"""This came from that, across stages."""

from __future__ import annotations

from explorer.report.base import Record


class Link(Record, frozen=True, kw_only=True):
    """``target`` was made from ``source``. Both are refs, or ``source:FILE:LINE`` for a line of user code.

    ``kind`` is ``line`` (user line to node, or to a kernel call of the backward), ``lowered`` (node to node),
    ``fused`` (node to kernel call), ``code`` (kernel call to its kernel), ``saved`` (a value kept for backward) or
    ``body`` (a node of a higher-order operator to a graph that it is given).
    """

    source: str
    target: str
    kind: str


def line_ref(file: str, line: int) -> str:
    """The ref of a line of user source."""
    return f"source:{file}:{line}"
