"""The two looks of the same HTML: inline styles for fragments that lose their style sheet, classes for the page.

A fragment is shown on grounds that we do not know (GitHub, nbviewer, Colab, an editor's dark theme), so it sets no
ground and no text colour: it inherits both, and its borders are middle tones that stand out 3:1 on white and on black.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LINE = "rgba(128,128,128,.4)"
MONO = "font-family:ui-monospace,Menlo,Consolas,monospace"
HUES = ("#4a7bd0", "#14907f", "#bd55bd", "#7a828e", "#8a6fd8")
PATTERNS = ("solid", "double", "solid", "double", "solid")
BREAK, WARN, NOTE = "#d1512d", "#a8760f", "#8b93a0"

_CELL = "padding:3px 14px 3px 0;text-align:left"
_LINE_CELL = (
    "padding:0 8px 0 0;text-align:left;vertical-align:top;border:0;white-space:nowrap;"
    f"{MONO};font-size:12px;line-height:20px"
)

INLINE: Mapping[str, str] = {
    "summary": "max-width:900px;font-size:13px;line-height:1.45",
    "title": "font-size:15px;margin:0",
    "where": "margin:2px 0 0;font-size:12px;opacity:.8",
    "verdict": f"margin:10px 0;padding:8px 0;border-top:1px solid {LINE};border-bottom:1px solid {LINE}",
    "head": "font-size:13px;margin:20px 0 6px",
    "list": "list-style:none;margin:0;padding:0",
    "steps": "margin:0 0 12px;padding:0 0 0 24px",
    "finding": f"margin:6px 0;padding:3px 0 3px 12px;border-left:2px solid {NOTE}",
    "finding warn": f"margin:6px 0;padding:3px 0 3px 12px;border-left:2px solid {WARN}",
    "finding bad": f"margin:6px 0;padding:3px 0 3px 12px;border-left:2px solid {BREAK}",
    "word": "font-size:11px;font-weight:600",
    "advice": "opacity:.9",
    "scroll": "overflow-x:auto;margin-bottom:10px",
    "table": "border-collapse:collapse;font-size:12px;margin:0",
    "tr": f"border-bottom:1px solid {LINE};vertical-align:top",
    "th": f"{_CELL};font-weight:600",
    "th right": f"{_CELL.replace('left', 'right')};font-weight:600",
    "td": _CELL,
    "td right": f"{_CELL.replace('left', 'right')};white-space:nowrap",
    "map": "border-collapse:collapse;margin:0",
    "row break": "",
    "nowrap": "white-space:nowrap",
    "fn": "padding:8px 0 2px;text-align:left;border:0;font-size:12px",
    "no": f"{_LINE_CELL.replace('left', 'right')};opacity:.75",
    "gr": _LINE_CELL,
    "code": f"{_LINE_CELL};padding-left:6px",
    "makes": f"{_LINE_CELL};padding-left:12px;opacity:.8",
    "shapes": "font-weight:400",
    "pre": f"{MONO};font-size:12px;line-height:1.4;overflow:auto;max-height:480px;margin:4px 0 10px;padding:0",
    "fold": f"border-top:1px solid {LINE};padding:4px 0;font-size:12px",
    "inner": "margin:2px 0 2px 16px",
    "sum": "cursor:pointer",
    "note": "margin:10px 0 0;font-size:12px;opacity:.8",
    **{f"chip {n}": f"border:1px solid {hue};border-radius:3px;padding:0 4px" for n, hue in enumerate(HUES, 1)},
    **{
        f"band {n}": f"padding:0;border:0;border-left:6px {pattern} {hue}"
        for n, (hue, pattern) in enumerate(zip(HUES, PATTERNS, strict=True), 1)
    },
    "band 0": "padding:0 0 0 6px;border:0",
    "band break": f"padding:0;border:0;border-left:6px solid {BREAK}",
}
"""The style of each role in a fragment. The page has the same roles as classes (``sheet.py``)."""


@dataclass(frozen=True, slots=True)
class Look:
    """``at(role)`` is the attribute that gives an element its look: `` style="…"`` or `` class="…"``."""

    inline: bool

    def at(self, role: str) -> str:
        """The attribute for a role of :data:`INLINE`, with the space before it."""
        if self.inline:
            return f' style="{INLINE[role]}"' if INLINE[role] else ""
        return f' class="{role.replace(" ", "-")}"'

    def hue(self, kind: str, number: int) -> str:
        """The attribute for a graph's ``chip`` or ``band``; hues repeat after five, the number is always there too."""
        return self.at(f"{kind} {(number - 1) % len(HUES) + 1}")
