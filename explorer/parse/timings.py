"""Times in torch's compilation metrics, as seconds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def seconds(metrics: Mapping[str, Any] | None, name: str, *without: str) -> float | None:
    """The seconds of the field ``name`` (in µs), less those of the fields ``without``; None when it is not there."""
    value = _microseconds(metrics, name)
    if value is None:
        return None
    rest = value - sum(_microseconds(metrics, each) or 0 for each in without)
    return max(0.0, rest / 1e6)


def _microseconds(metrics: Mapping[str, Any] | None, name: str) -> float | None:
    value = metrics.get(name) if isinstance(metrics, Mapping) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
