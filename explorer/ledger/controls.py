"""Control rows: the same library call on both sides, so that whatever differs is noise."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.ledger.units import Unit
from explorer.report.ledger import LedgerRow


def is_control(unit: Unit) -> bool:
    """Whether a unit is one operation that Inductor left as one library call, which is what eager calls too."""
    alone = len(unit.nodes) == 1 and len(unit.called) == 1
    return unit.direction == "fwd" and alone and unit.called[0].kernel.extern


def spread(controls: Sequence[LedgerRow]) -> tuple[float, float] | None:
    """The least and the largest ratio of the control rows; None without any."""
    ratios = [row.ratio.median for row in controls if row.ratio is not None]
    return (min(ratios), max(ratios)) if ratios else None
