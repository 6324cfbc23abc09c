"""A bytecode listing of the standard library's ``dis``: which of its lines belong to which line of source."""

from __future__ import annotations

import re
from collections.abc import Iterator

_INSTRUCTION = re.compile(r"^(?P<before>[\s\d>-]*(?:L\d+:)?\s*)[A-Z][A-Z_0-9]+\b")
_NUMBER = re.compile(r"(?<!L)\b\d+\b")


def source_lines(listing: str) -> Iterator[tuple[int, int, int]]:
    """``(first, last, source)``: lines ``first`` to ``last`` of the listing (from 1) run line ``source``.

    ``dis`` writes a source line in front of its first instruction only. Until Python 3.12 an offset stands before
    every instruction, so two numbers mean a new line; without offsets one number does.
    """
    starts = list(_starts(listing.split("\n")))
    offsets = max((len(numbers) for _, numbers in starts), default=0) == 2
    current: tuple[int, int] | None = None
    last = 0
    for line, numbers in starts:
        if len(numbers) == (2 if offsets else 1):
            if current is not None:
                yield current[0], last, current[1]
            current = line, numbers[0]
        last = line
    if current is not None:
        yield current[0], last, current[1]


def _starts(lines: list[str]) -> Iterator[tuple[int, list[int]]]:
    """Each line that holds an instruction, with the numbers in front of it."""
    for number, line in enumerate(lines, 1):
        match = _INSTRUCTION.match(line)
        if match is not None:
            yield number, [int(found) for found in _NUMBER.findall(match["before"])]


def named_lines(listing: str, name: str) -> Iterator[int]:
    """The lines of the listing (from 1) whose instruction names ``name``."""
    named = re.compile(rf"\((?:NULL \+ )?{re.escape(name)}(?: \+ NULL)?\)")
    yield from (number for number, line in enumerate(listing.split("\n"), 1) if named.search(line))
