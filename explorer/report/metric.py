"""A named number with its unit and its doubt."""

from __future__ import annotations

from explorer.report.base import Record


class Metric(Record, frozen=True, kw_only=True):
    """A number. ``low`` and ``high`` bound its 95 % interval and ``count`` is the number of runs, when it was sampled.

    ``value`` None means not measured. ``unit`` is ``"s"``, ``"bytes"``, ``"count"``, ``"ratio"``, ``"flop"``,
    ``"bytes/s"``, ``"flop/s"`` or ``""``.
    """

    ref: str
    name: str
    value: float | int | str | bool | None
    unit: str = ""
    low: float | None = None
    high: float | None = None
    count: int | None = None
    baseline: float | None = None
