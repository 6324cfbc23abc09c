"""Source lines of bytecode listings, held against ``dis`` itself."""

from __future__ import annotations

import dis
import itertools

import pytest

from explorer.parse.bytecode import source_lines


def sample(x: list[int]) -> int:
    total = 0
    for each in x:
        total += each * 2
    if total > 10_000:
        raise ValueError(f"too much: {total!r}")
    return total


@pytest.mark.parametrize("function", [sample, pytest.raises, dis.dis])
def test_every_instruction_is_on_the_line_that_python_says(function: object) -> None:
    text = dis.Bytecode(function).dis()  # type: ignore[arg-type]
    lines = text.split("\n")
    found = list(source_lines(text))
    starts = [line for _, line in dis.findlinestarts(function.__code__) if line is not None]  # type: ignore[attr-defined]
    assert [source for _, _, source in found] == starts
    for (first, last, _), (following, _, _) in itertools.pairwise(found):
        assert first <= last < following
    assert str(found[0][2]) in lines[found[0][0] - 1]


NEW = """  3           RESUME                   0

  4           LOAD_FAST                0 (x)
      L1:     FOR_ITER                 9 (to L2)

  8   L2:     END_FOR
"""


def test_the_form_without_offsets() -> None:
    assert list(source_lines(NEW)) == [(1, 1, 3), (3, 4, 4), (6, 6, 8)]


def test_other_texts() -> None:
    assert list(source_lines("")) == list(source_lines("no bytecode here")) == []
