"""Control rows: the same library call on both sides, so that whatever differs is noise."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.ledger.units import Unit
from explorer.report import Node
from explorer.report.ledger import LedgerRow

PRODUCTS = ("linear", "addmm", "mm", "bmm", "matmul", "baddbmm", "conv1d", "conv2d", "conv3d", "addmv", "mv")
"""Operations of a program whose eager kernel is the library call that Inductor makes too."""


def is_control(unit: Unit) -> bool:
    """Whether a unit is one product that is the same library call on both sides."""
    if unit.direction == "bwd" or len(unit.nodes) != 1 or len(unit.called) != 1:
        return False
    return unit.called[0].kernel.extern and _name(unit.nodes[0]) in PRODUCTS


def spread(controls: Sequence[LedgerRow]) -> tuple[float, float] | None:
    """The least and the largest ratio of the control rows; None without any."""
    ratios = [row.ratio.median for row in controls if row.ratio is not None]
    return (min(ratios), max(ratios)) if ratios else None


def _name(node: Node) -> str:
    return node.target.rpartition(".")[2]
