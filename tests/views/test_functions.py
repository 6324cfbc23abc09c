"""Finding functions in source text, held against what Python itself says of them."""

from __future__ import annotations

import inspect
import textwrap

import pytest

from explorer.views.outline.functions import functions_of, innermost

PLAIN = '''\
import torch

class Net:
    def __init__(self):
        self.k = 1

    @torch.no_grad()
    def forward(
        self,
        x,
    ):
        """Doc
        string."""
        if self.k:
            def inner(y):
                return y
            x = inner(x)

        return x


async def top(): return 1
'''


def test_names_and_lines() -> None:
    found = {each.name: each for each in functions_of(PLAIN)}
    assert list(found) == ["Net.__init__", "Net.forward", "Net.forward.inner", "top"]
    forward = found["Net.forward"]
    assert (forward.start, forward.body, forward.end) == (7, 12, 19)
    assert forward.skip == {12, 13}


@pytest.mark.parametrize("line", ["%load_ext explorer", "!ls *.py", "found = !ls"])
def test_magics_of_a_cell_are_passed_over(line: str) -> None:
    found = {each.name: each for each in functions_of(f"{line}\n{PLAIN}{line}\n")}
    assert list(found) == ["Net.__init__", "Net.forward", "Net.forward.inner", "top"]
    assert (found["Net.forward"].start, found["Net.forward"].end, found["Net.forward"].skip) == (
        8,
        20,
        frozenset((13, 14)),
    )


def test_a_cell_that_is_not_python_is_read_by_its_indentation() -> None:
    found = {each.name: each for each in functions_of("Net.forward?\n" + PLAIN)}
    assert list(found) == ["Net.__init__", "Net.forward", "Net.forward.inner", "top"]
    assert (found["Net.forward"].start, found["Net.forward"].end) == (9, 20)


def test_the_end_agrees_with_inspect() -> None:
    lines, start = inspect.getsourcelines(wrapper)
    with open(__file__, encoding="utf-8") as file:
        found = {each.name: each for each in functions_of(file.read())}["wrapper"]
    assert (found.start, found.end) == (start, start + len(lines) - 1)


def wrapper(
    first: int,
) -> str:
    text = textwrap.dedent(
        """
not indented
        """
    )
    return text * first


@pytest.mark.parametrize(
    "text", ["", "def f(:\n", "(" * 5000, "\0", "if x:\n" * 300, "def f():\n\n", "x = 1\n" * 3 + "%%time"]
)
def test_odd_texts_do_not_raise(text: str) -> None:
    functions_of(text)


def test_a_long_chain_of_branches() -> None:
    chain = "def f(x):\n    if x == 0: return 0\n" + "".join(f"    elif x == {n}: return {n}\n" for n in range(3000))
    assert [each.name for each in functions_of(chain)] == ["f"]


def test_innermost() -> None:
    functions = functions_of(PLAIN)
    names = [found.name if (found := innermost(functions, line)) else None for line in (1, 7, 15, 17, 22)]
    assert names == [None, "Net.forward", "Net.forward.inner", "Net.forward", "top"]
