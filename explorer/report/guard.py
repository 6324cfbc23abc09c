"""What must hold for compiled code to be used again."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.place import Place


class Guard(Record, frozen=True, kw_only=True):
    """A guard. ``kind`` is torch's type (``TENSOR_MATCH``), ``source`` the value it looks at (``L['x']``).

    ``noise`` marks global state that a normal program never changes; ``failed`` are the compile keys of the
    recompiles that it caused.
    """

    ref: str
    kind: str
    expression: str
    source: str | None = None
    place: Place | None = None
    noise: bool = False
    failed: tuple[str, ...] = ()
