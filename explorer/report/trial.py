"""Advice that was tried: a setting or a change of the inputs, and how often the program was then compiled."""

from __future__ import annotations

from explorer.report.base import Record


class Trial(Record, frozen=True, kw_only=True):
    """One run of the same calls with the backend ``eager``, which compiles the same versions as any other.

    ``name`` is what was done (``as it is`` for the program unchanged), ``write`` the code that does it. ``versions``
    counts the compiles, ``recompiles`` those because a guard failed, ``breaks`` the graph breaks; ``limit_hit`` says
    that a function stayed uncompiled, ``left`` why it was still compiled again. ``error`` is what the run raised:
    then the counts are those up to there.
    """

    name: str
    write: str = ""
    versions: int = 0
    recompiles: int = 0
    breaks: int = 0
    limit_hit: bool = False
    left: tuple[str, ...] = ()
    error: str | None = None
