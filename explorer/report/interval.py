"""A number that was sampled: its median with the interval that it may as well lie in."""

from __future__ import annotations

from explorer.report.base import Record


class Interval(Record, frozen=True, kw_only=True):
    """The median of ``runs`` samples and its 95 % interval. The unit is that of the field that holds it."""

    median: float
    low: float
    high: float
    runs: int = 0
