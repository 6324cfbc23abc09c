"""A named interval, nested: the phases of a compile, the runs of a measurement."""

from __future__ import annotations

from explorer.report.base import Record


class Span(Record, frozen=True, kw_only=True):
    """An interval. ``start`` and ``seconds`` are seconds, ``start`` counted from the report's first event.

    ``parent`` is the ref of the enclosing span; ``lane`` is the thread or worker; ``waiting`` marks time spent waiting
    for another program (a C++ compiler), which is not work of torch.
    """

    ref: str
    name: str
    start: float
    seconds: float
    parent: str | None = None
    lane: str | None = None
    waiting: bool = False
    attributes: dict[str, str | int | float | bool | None] = {}
