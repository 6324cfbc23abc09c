"""One moment of a process: a Dynamo instruction, an FX pass, a fusion."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.place import Place


class Step(Record, frozen=True, kw_only=True):
    """A step. ``before`` and ``after`` are keys in ``Report.texts``; ``changed`` is None when it cannot be known.

    ``refs`` are what it is about (the two nodes that were not fused), ``attributes`` what only this kind of step has.
    """

    ref: str
    name: str
    index: int
    place: Place | None = None
    before: str | None = None
    after: str | None = None
    changed: bool | None = None
    detail: str | None = None
    seconds: float | None = None
    refs: tuple[str, ...] = ()
    attributes: dict[str, str | int | float | bool | None] = {}
