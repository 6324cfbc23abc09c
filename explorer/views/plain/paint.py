"""Terminal colours, or none: every piece of the text view paints through this."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CODES = {"bold": "1", "dim": "2", "break": "31", "warn": "33"}
_GRAPHS = ("34", "36", "35", "37", "94")
_PAINTED = re.compile("\x1b\\[[0-9]+m")


@dataclass(frozen=True, slots=True)
class Paint:
    """Wraps text in terminal colours when ``color`` is set. Hues repeat after five graphs, numbers do not."""

    color: bool = False

    def __call__(self, text: str, style: str) -> str:
        """``text`` in a style: ``bold``, ``dim``, ``break`` or ``warn``."""
        return self._wrap(text, _CODES[style])

    def graph(self, text: str, number: int) -> str:
        """``text`` in the hue of a graph."""
        return self._wrap(text, _GRAPHS[(number - 1) % len(_GRAPHS)])

    def _wrap(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.color and text else text


def unpainted(text: str) -> str:
    """``text`` without the colours that :class:`Paint` put in (text from a report holds no escape by then)."""
    return _PAINTED.sub("", text)
