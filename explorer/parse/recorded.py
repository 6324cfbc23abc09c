"""What parsing asks of an event: the parsers lie below the module that defines it, so they name only its shape."""

from __future__ import annotations

from typing import Any, Protocol


class Recorded(Protocol):
    """An event (:class:`explorer.tracing.event.Event` is one)."""

    @property
    def label(self) -> str:
        """The kind, or an artifact's name."""

    @property
    def key(self) -> str | None:
        """The compile key."""

    @property
    def compile_id(self) -> str | None:
        """torch's compile id."""

    @property
    def attempt(self) -> int:
        """How often Dynamo had started over."""

    @property
    def data(self) -> Any:
        """The metadata."""

    @property
    def payload(self) -> str | None:
        """The text."""

    @property
    def time(self) -> float:
        """Seconds since the epoch."""
