"""Mechanical edits of the user's source that remove a graph break: each is proposed here and proven elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.edits.branches import branch_edits
from explorer.edits.items import item_edits
from explorer.edits.loops import loop_edits
from explorer.edits.prints import print_edits
from explorer.edits.spot import Edit, Spot, find_spot

KINDS = (print_edits, item_edits, branch_edits, loop_edits)

__all__ = ["Edit", "Spot", "edits_at", "find_spot"]


def edits_at(text: str, line: int) -> Iterator[Edit]:
    """Every edit that fits the statement at ``line`` of ``text``, the simplest first; none where it is not Python."""
    spot = find_spot(text, line)
    if spot is not None:
        for kind in KINDS:
            yield from kind(spot)
