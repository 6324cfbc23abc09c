"""Whole calls, eager and compiled in interleaved pairs."""

from __future__ import annotations

from explorer.measure.budget import Budget
from explorer.measure.replay import Replay


def measure(replay: Replay, note: object, budget: Budget) -> None:
    """To come."""
