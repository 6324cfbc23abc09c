"""How much memory eager and compiled calls need."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.place import Place


class MemoryUse(Record, frozen=True, kw_only=True):
    """One side, in bytes. ``saved`` is kept for the backward between the two passes, parameters and inputs left out.

    ``peak`` is the most that was there at once beyond what was there before the call; ``peak_from`` says how it is
    known: ``allocator`` (the device's own count) or ``tensors`` (every tensor that an operator made, while it lived;
    scratch space inside operators is not seen). ``process`` is how far the process's peak grew, a hint alone: it
    never shrinks, and the first to need memory pays.
    """

    saved: int | None = None
    saved_tensors: int | None = None
    peak: int | None = None
    peak_from: str | None = None
    process: int | None = None


class SavedLine(Record, frozen=True, kw_only=True):
    """The bytes that one line of the user keeps for the backward; ``place`` None: of no line that is known.

    A report holds what eager keeps; what compiled code keeps stands in its forward graphs, and views join the two.
    """

    place: Place | None = None
    eager: int = 0
    compiled: int = 0


class Memory(Record, frozen=True, kw_only=True):
    """Memory of one call, eager against compiled; ``lines`` are the user's lines that keep something, largest first."""

    eager: MemoryUse
    compiled: MemoryUse
    lines: tuple[SavedLine, ...] = ()
    notes: tuple[str, ...] = ()
