"""Errors about symbolic sizes, as torch.export and dynamic shapes meet them: what was fixed, what was asked in vain.

The texts are those of torch/fx/experimental/symbolic_shapes.py.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from explorer.parse.guard_text import with_local_names
from explorer.parse.stacks import Frame, read_stack

CONSTRAINT, DATA_DEPENDENT = "constraint violation", "data-dependent guard"

_MARKED = re.compile(
    r"You marked (?P<what>.+?) as dynamic but your code specialized it to be a constant \((?P<value>[^)]*)\)"
)
_INFERRED = re.compile(
    r"Not all values of (?:\w+\()?(?P<what>.+?)\)? are valid because .+? was inferred to be a constant"
    r" \((?P<value>[^)]*)\)"
)
_RANGE = re.compile(
    r"Not all values of (?P<what>.+?) in the specified range .+? satisfy the generated guard (?P<guard>.+)"
)
_DATA = re.compile(
    r"Could not (?:guard on|extract specialized integer from) data-dependent expression (?P<expression>.+?)"
    r"(?: \(unhinted: .*\))?\.?(?=\s\s\(Size-like symbols|\s*\n|\s*$)"
)
_FIXES = re.compile(r"^Suggested fixes:\n((?:  \S.*\n?)+)", re.MULTILINE)
_NUMBERED = re.compile(r"^ +(?:\d+\. )?(.+)$", re.MULTILINE)
_STACK = re.compile(
    r"\n+User [Ss]tack(?: \(most recent call last\))?:\n(?P<stack>(?: +\S.*(?:\n|\Z)|\s*\n(?=  File ))*)", re.MULTILINE
)
_SIZE = re.compile(r"^(?P<source>.+)\.size\(\)\[(?P<dimension>\d+)\]$")


class SymbolicError(NamedTuple):
    """``kind`` is :data:`CONSTRAINT` or :data:`DATA_DEPENDENT`; ``subject`` the size, ``value`` what it was fixed to;
    ``expression`` the condition that was asked; ``fixes`` what torch suggests."""

    kind: str
    subject: str | None
    value: str | None
    expression: str | None
    fixes: tuple[str, ...]

    @property
    def headline(self) -> str:
        """The error in a sentence without a full stop."""
        if self.kind == DATA_DEPENDENT:
            return f"the program decides on {self.expression}, a number that is known only when it runs"
        if self.value is not None:
            return f"{self.subject} was marked as dynamic, but the code fixes it to {self.value}"
        return f"{self.subject} was marked as dynamic, but the code holds only for {self.expression}"


def read_symbolic(message: str) -> SymbolicError | None:
    """The error that ``message`` tells of; None when it is about something else."""
    listed = _FIXES.search(message)
    fixes = tuple(_NUMBERED.findall(listed[1])) if listed else ()
    data = _DATA.search(message)
    if data is not None:
        return SymbolicError(DATA_DEPENDENT, None, None, data["expression"], fixes)
    fixed = _MARKED.search(message) or _INFERRED.search(message)
    if fixed is not None:
        return SymbolicError(CONSTRAINT, _subject(fixed["what"]), fixed["value"], None, fixes)
    limited = _RANGE.search(message)
    if limited is not None:
        guard = with_local_names(limited["guard"]).rstrip(".")
        return SymbolicError(CONSTRAINT, _subject(limited["what"]), None, guard, fixes)
    return None


def split_stack(message: str) -> tuple[str, tuple[Frame, ...]]:
    """The message without the user's stack that torch writes into it, and the frames of that stack."""
    found = _STACK.search(message)
    if found is None:
        return message, ()
    rest = f"{message[: found.start()]}\n\n{message[found.end() :]}".strip()
    return rest, read_stack(found["stack"])


def _subject(text: str) -> str:
    """``dimension 0 of x`` for ``L['x'].size()[0]``; a name such as ``batch`` as it is."""
    name = with_local_names(text.rpartition(" = ")[2])
    size = _SIZE.match(name)
    return f"dimension {size['dimension']} of {size['source']}" if size else name
