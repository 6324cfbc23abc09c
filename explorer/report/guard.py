"""What must hold for compiled code to be used again."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.place import Place


class Guard(Record, frozen=True, kw_only=True):
    """A guard. ``kind`` is torch's type (``TENSOR_MATCH``), ``source`` the value it looks at (``L['x']``).

    ``path`` is the same as people write it (``self.drop.p``), ``input`` the argument that it starts from (None for a
    global). ``place`` is the line that asked for it and ``callers`` the user's lines that led there, nearest first.
    ``noise`` marks global state that a normal program never changes; ``failed`` are the compile keys of the
    recompiles that it caused.
    """

    ref: str
    kind: str
    expression: str
    source: str | None = None
    path: str | None = None
    input: str | None = None
    place: Place | None = None
    callers: tuple[Place, ...] = ()
    noise: bool = False
    failed: tuple[str, ...] = ()
