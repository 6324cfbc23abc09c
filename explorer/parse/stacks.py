"""Python stack traces in torch's texts as frames, and the names that torch gives to resumed functions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from explorer.report.place import is_library

_FRAME = re.compile(r'^\s*File "(.*?)", line (\d+)(?:, in (.*))?$')
_MARKS = re.compile(r"^[\s^~]*$")
_RESUMED = re.compile(r"^torch_dynamo_resume_in_(.+)_at_(\d+)$")
_RESUMED_OLD = re.compile(r"^<resume in (.+)>$")


class Frame(NamedTuple):
    """One frame of a stack; ``source`` is the text of its line, None when the trace does not show it.

    ``part`` is the expression in that line that Python marks below it, None where it marks none or all of it.
    """

    file: str
    line: int
    function: str | None
    source: str | None
    part: str | None = None


def read_stack(text: str) -> tuple[Frame, ...]:
    """The frames that ``text`` shows in Python's own form (``File "x.py", line 3, in f``), outermost first."""
    lines = text.split("\n")
    found: list[Frame] = []
    for number, line in enumerate(lines):
        match = _FRAME.match(line)
        if match is not None:
            below = lines[number + 1] if number + 1 < len(lines) else ""
            shown = below.strip() if below.startswith("    ") and not _FRAME.match(below) else ""
            source = shown if shown and not _MARKS.match(below) else None
            marks = lines[number + 2] if source and number + 2 < len(lines) else ""
            found.append(Frame(match[1], int(match[2]), match[3], source, _marked(below, marks)))
    return tuple(found)


def _marked(shown: str, marks: str) -> str | None:
    """The characters of ``shown`` that stand above the marks (``^`` and ``~``)."""
    if not marks.strip() or not _MARKS.match(marks):
        return None
    return shown[len(marks) - len(marks.lstrip()) : len(marks.rstrip())].strip() or None


def user_frame(frames: Iterable[Frame]) -> Frame | None:
    """The innermost frame that is the user's own code; None when all are a library's."""
    return next((frame for frame in reversed(tuple(frames)) if not is_library(frame.file)), None)


def resumed(function: str) -> tuple[str, int | None] | None:
    """What Dynamo's name of a resumed function says: the function and the line of the break; None for another name.

    ``torch_dynamo_resume_in_forward_at_13`` is ``("forward", 13)``; releases before 2.1 name no line.
    """
    match = _RESUMED.match(function)
    if match is not None:
        return match[1], int(match[2])
    old = _RESUMED_OLD.match(function)
    return (old[1], None) if old is not None else None
