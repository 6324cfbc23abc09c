"""What becomes of a line magic's value: shown by the shell, kept in a variable, or dropped.

``%magic`` in a cell is the call ``get_ipython().run_line_magic(…)``. What the code does next tells: the last expression
of a cell is compiled so that it prints its value, a statement in the middle or in a loop pops it off the stack, and
an assignment stores it.
"""

from __future__ import annotations

import dis
import sys
from enum import Enum
from types import FrameType


class Fate(Enum):
    """Where the value of a line magic goes."""

    SHOWN = "the shell displays it"
    DROPPED = "nobody sees it"
    KEPT = "a variable, an argument or a caller takes it"


def calling_frame() -> FrameType | None:
    """The frame of the user's code that runs the magic, or None when it is not the shell that runs it."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_code.co_name != "run_line_magic":
        frame = frame.f_back
    return None if frame is None else frame.f_back


def fate_in(frame: FrameType | None) -> Fate:
    """The fate of the value that the call which ``frame`` is in will return."""
    if frame is None:
        return Fate.KEPT
    after = (step for step in dis.get_instructions(frame.f_code) if step.offset > frame.f_lasti)
    step = next((step for step in after if step.opname not in ("CACHE", "NOT_TAKEN")), None)
    if step is None:
        return Fate.KEPT
    if step.opname == "PRINT_EXPR" or (step.opname == "CALL_INTRINSIC_1" and step.arg == 1):
        return Fate.SHOWN
    return Fate.DROPPED if step.opname == "POP_TOP" else Fate.KEPT
