"""Why something was not measured."""

from __future__ import annotations


class CannotReplay(Exception):
    """The program cannot be run again as it first ran; the message is a sentence that says why."""


class NotMeasured(Exception):
    """One measurement cannot be made; the message is a sentence that says why."""
