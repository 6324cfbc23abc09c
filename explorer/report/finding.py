"""Something the reader should know: what, where, how bad, and what to do."""

from __future__ import annotations

from typing import Literal

from explorer.report.base import Record
from explorer.report.place import Place

Severity = Literal["error", "warning", "note"]


class Cut(Record, frozen=True, kw_only=True):
    """Where a break cuts one compiled function: at its own line, or at the call of the helper that breaks.

    ``compilation`` is the compile key, ``effect`` what it does to this function (see ``query.EFFECTS``).
    """

    compilation: str
    place: Place
    effect: str


class Finding(Record, frozen=True, kw_only=True):
    """A finding.

    ``kind`` is the family (``error, limit, mismatch, slower, break, recompile, cache, eager, precompiled, attention,
    nothing_compiled, transform, region, cudagraphs, degraded, touched, log, unknown``); ``code`` is stable.
    ``title`` is one sentence, ``message`` says why, ``advice`` says what to do (the first entry first). ``place`` is
    the innermost user-visible frame and ``user_place`` the nearest frame outside site-packages. ``count`` is how many
    events were merged into this entry. ``compilations`` are compile keys, ``refs`` other entities. ``attributes`` hold
    what only this kind has.
    ``cuts`` are the functions that a break cuts, the one it stands in and its callers; it counts once all the same.
    """

    ref: str
    kind: str
    code: str
    severity: Severity
    title: str
    message: str = ""
    advice: tuple[str, ...] = ()
    place: Place | None = None
    user_place: Place | None = None
    count: int = 1
    compilations: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    attributes: dict[str, str | int | float | bool | None] = {}
    text: str | None = None
    cuts: tuple[Cut, ...] = ()
