"""What was measured of whole calls: eager against compiled, in seconds a call."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.interval import Interval


class PartTimes(Record, frozen=True, kw_only=True):
    """One part of a call: ``forward``, ``backward`` (the loss too) or ``step``. ``speedup`` is eager by compiled."""

    part: str
    eager: Interval
    compiled: Interval
    speedup: Interval
    conclusive: bool


class Timings(Record, frozen=True, kw_only=True):
    """Calls in steady state: the first call and the warm-up are in none of these but ``first_call``.

    ``eager`` and ``compiled`` are seconds of one call, ``speedup`` eager by compiled: above 1, compiled is faster.
    It is ``conclusive`` when its interval leaves 1 out. ``pairs`` counts the pairs of blocks, one of each side, and
    ``calls`` the calls in a block. ``parts`` are those of a training step.

    ``first_call`` is the first call of the compiled program, compiling and all; ``compile`` what of it is not the call.
    ``pays_off_after`` counts the calls after which compiling has paid for itself; None when compiled is not faster, or
    when it cannot be told. ``graphs`` is the time inside the compiled graphs in one call, and ``overhead`` what lies
    around them in the forward: guards, wrapper, Python between graphs. ``threads`` are the intra-op threads that were
    in force, ``warmup`` the calls of each side before the first pair.
    """

    eager: Interval
    compiled: Interval
    speedup: Interval
    conclusive: bool
    pairs: int
    calls: int = 1
    warmup: int = 0
    threads: int | None = None
    parts: tuple[PartTimes, ...] = ()
    first_call: float | None = None
    compile: float | None = None
    pays_off_after: int | None = None
    graphs: Interval | None = None
    overhead: Interval | None = None
    notes: tuple[str, ...] = ()
