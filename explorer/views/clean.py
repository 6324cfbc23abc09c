"""Text that came from a trace, made safe to show: control characters are written out, widths are counted, ends are cut.

A trace holds whatever the user's files hold. A terminal obeys escape sequences and a browser obeys bidirectional
overrides, so both views show such characters as Python would write them (``\\x1b``, ``\\u202e``).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

CUT = "…"
"""What stands where text was left out."""

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U0001d173-\U0001d17a\U000e0000-\U000e007f\ud800-\udfff]"
)
_SPACE = re.compile(r"[ \t\n]+")


def clean(text: str) -> str:
    """``text`` with every control, invisible and bidirectional character, and every lone surrogate, written out.

    New lines and tabs stay; ``\\r\\n`` counts as a new line.
    """
    return _HIDDEN.sub(_written, text.replace("\r\n", "\n"))


def _written(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def one_line(text: str, limit: int = 400) -> str:
    """``text`` cleaned, on one line, at most ``limit`` characters."""
    head = text[: 4 * limit]
    line = _SPACE.sub(" ", clean(head)).strip()
    if len(line) > limit or len(head) < len(text):
        return line[: limit - 1].rstrip() + CUT
    return line


def sentence(text: str, limit: int = 400) -> str:
    """``text`` on one line, ended by a full stop unless it ends with a mark of its own."""
    line = one_line(text, limit)
    return line if not line or line[-1] in ".!?:…" else f"{line}."


def shorten(text: str, kilobytes: int) -> tuple[str, int]:
    """The first ``kilobytes`` kB of ``text``, cut at a line end where there is one, and how many kB were left out."""
    room = kilobytes * 1000
    if len(text) <= room:
        return text, 0
    end = text.rfind("\n", 0, room)
    end = end if end > room // 2 else room
    return text[:end], max(1, round((len(text) - end) / 1000))


@lru_cache(maxsize=4096)
def _wide(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def width_of(text: str) -> int:
    """How many terminal columns ``text`` takes: East Asian wide characters count two, combining marks none."""
    return len(text) if text.isascii() else sum(map(_wide, text))


def fit(text: str, width: int) -> str:
    """``text`` in at most ``width`` columns, ended by ``…`` when something was left out."""
    if width_of(text) <= width:
        return text
    if width <= 0:
        return ""
    return _prefix(text, width - 1).rstrip() + CUT


def _prefix(text: str, width: int) -> str:
    used = 0
    for index, char in enumerate(text):
        used += _wide(char)
        if used > width:
            return text[:index]
    return text


def pad(text: str, width: int, *, right: bool = False) -> str:
    """``text`` in exactly ``width`` columns: cut, or filled with spaces at its end (``right``: at its start)."""
    text = fit(text, width)
    fill = " " * (width - width_of(text))
    return fill + text if right else text + fill


def wrap(text: str, width: int, *, first: int | None = None) -> list[str]:
    """``text`` broken at spaces into lines of at most ``width`` columns; a longer word is broken where it must.

    ``first`` is the room on the first line when it differs (that line may stay empty). There is at least one line.
    """
    lines = [""]
    room = width if first is None else first
    for word in _words(text, width):
        line = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(line) <= room:
            lines[-1] = line
        else:
            lines.append(word)
            room = width
    return lines


def _words(text: str, width: int) -> Iterator[str]:
    for word in text.split():
        rest = word
        while width_of(rest) > width:
            head = _prefix(rest, width) or rest[0]
            yield head
            rest = rest[len(head) :]
        yield rest


def flow(words: list[str], width: int, gap: str) -> list[str]:
    """``words`` joined by ``gap``, broken between words only; a word longer than a line is cut."""
    lines: list[str] = []
    for word in (fit(each, width) for each in words):
        if lines and width_of(lines[-1]) + len(gap) + width_of(word) <= width:
            lines[-1] += gap + word
        else:
            lines.append(word)
    return lines
