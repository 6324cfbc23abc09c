"""One line of what the doctor says: what was looked at, how it is, and the remedy."""

from __future__ import annotations

from typing import Literal

from explorer.report.base import Record

State = Literal["ok", "warning", "fault"]
"""``fault``: exploring does not work; ``warning``: it works, and something may surprise."""


class Line(Record, frozen=True, omit_defaults=False):
    """``name`` is what was looked at, ``said`` how it is, ``remedy`` what to do when it is not ok."""

    name: str
    state: State
    said: str
    remedy: str | None = None
