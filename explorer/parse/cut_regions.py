"""Regions that a graph break cuts: Dynamo leaves them at the end of one graph and enters them again in the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from explorer.parse.break_reason import BreakReason
from explorer.parse.modes import Reading, Region
from explorer.report import Graph, Place, is_library


class Ends(NamedTuple):
    """The regions that reach the ``start`` and the ``end`` of a graph: no operation lies outside on that side."""

    start: tuple[Region, ...]
    end: tuple[Region, ...]


def ends(graph: Graph, reading: Reading) -> Ends:
    """The regions at both ends of a graph that was read."""
    at = {node.ref: number for number, node in enumerate(graph.nodes)}
    work = [number for number, node in enumerate(graph.nodes) if node.name in reading.modes]
    first, last = (work[0], work[-1]) if work else (len(at), -1)
    return Ends(
        tuple(each for each in reading.regions if at[each.enter.ref] < first),
        tuple(each for each in reading.regions if each.left is not None and at[each.left.ref] > last),
    )


def cut(reason: BreakReason, key: str, found: Mapping[str, Ends]) -> Iterator[tuple[Region, str]]:
    """The regions of compile ``key`` that the break cuts, each with the compile that goes on in it."""
    for region in found[key].end if key in found else ():
        for other, at_ends in found.items():
            if other != key and any(_goes_on(region, later, reason) for later in at_ends.start):
                yield region, other
                break


def _goes_on(region: Region, later: Region, reason: BreakReason) -> bool:
    """Whether both are the same region, with the break between them: at its own line or at that of a call to it."""
    before, after = _lines(region), _lines(later)
    if region.told != later.told or not before or not after:
        return False
    last, first = max(before, key=lambda place: place.line or 0), min(after, key=lambda place: place.line or 0)
    return any(
        frame.file == last.file == first.file and (last.line or 0) <= frame.line <= (first.line or 0)
        for frame in reason.frames
    )


def _lines(region: Region) -> list[Place]:
    places = [node.place for node in region.nodes if node.place is not None]
    return [place for place in places if place.line is not None and not is_library(place.file)]
