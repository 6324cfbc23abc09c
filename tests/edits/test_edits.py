"""Edits of source texts: what they make is Python, and in eager it gives what the text before gave."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from typing import Any

import pytest
import torch

from explorer.edits import edits_at, find_spot

IN = (torch.tensor([1.0, -2.0, 3.0]), torch.tensor([-1.0, -2.0, -3.0]), torch.zeros(3))

SOURCES: dict[str, tuple[str, str, list[str]]] = {
    # the statement, the text that marks its line, what the edits put there
    "print": ("print('x',\n      x)\nreturn x", "print", ["if not torch.compiler.is_compiling():"]),
    "logger": ("log.info('x', x)\nreturn x", "log.info", ["if not torch.compiler.is_compiling():"]),
    "item": ("s = x.mean().item()\nreturn x * s", ".item()", ["s = x.mean()"]),
    "items": (
        "s = x.mean().item() + float(x.sum())\nreturn x * s", ".item()",
        ["s = x.mean() + x.sum()", "s = x.mean() + float(x.sum())", "s = x.mean().item() + x.sum()"],
    ),
    "branch": (
        "if x.sum() > 0:\n    y = x + 1\nelse:\n    y = x - 1\nreturn y", "if x.sum()",
        ["y = torch.where(x.sum() > 0, x + 1, x - 1)", "y = torch.cond(x.sum() > 0, lambda: x + 1, lambda: x - 1)"],
    ),
    "branch without else": (
        "if x.sum() > 0:\n    x *= 2\nreturn x", "if x.sum()",
        ["x = torch.where(x.sum() > 0, x * 2, x)", "x = torch.cond(x.sum() > 0, lambda: x * 2, lambda: x)"],
    ),
    "not, and, or": (
        "if not x.any() or (x.sum() > 0 and x.max() > 2):\n    x = x + 1\nreturn x", "if not",
        [
            "torch.where(torch.logical_or(torch.logical_not(x.any()), torch.logical_and(x.sum() > 0, x.max() > 2))",
            "torch.cond",
        ],
    ),
    "two returns": (
        "if x.sum() > 0:\n    return x + 1\nreturn x", "if x.sum()",
        ["return torch.where(x.sum() > 0, x + 1, x)", "return torch.cond"],
    ),
    "expression": (
        "y = x if x.sum() > 0 else -x\nreturn y", "y = x if",
        ["y = torch.where(x.sum() > 0, x, -x)", "y = torch.cond"],
    ),
    "nonzero": (
        "y = x.clone()\nfor i in (x > 0).nonzero().flatten():\n    y[i] = x[i] * 2\nreturn y", "for i",
        ["y[:] = torch.where(x > 0, x * 2, y)", "y[:] = torch.where((x > 0).unsqueeze(-1), x * 2, y)"],
    ),
    "nonzero of torch": (
        "y = x.clone()\nfor i in torch.nonzero(x > 0)[:, 0]:\n    y[i] += 1\nreturn y", "for i",
        ["y[:] = torch.where(x > 0, y + 1, y)", "unsqueeze"],
    ),
}  # fmt: skip


def text_of(body: str) -> str:
    return "import torch\n\ndef f(x, log=None):\n" + textwrap.indent(body, "    ") + "\n"


def line_of(text: str, mark: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), 1) if mark in line)


def function_of(text: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(text, space)
    function: Callable[..., Any] = space["f"]
    return function


class Silent:
    def info(self, *_: Any) -> None:
        pass


@pytest.mark.parametrize("name", SOURCES)
def test_what_is_put_in_its_place(name: str) -> None:
    body, mark, expected = SOURCES[name]
    text = text_of(body)
    found = list(edits_at(text, line_of(text, mark)))
    assert len(found) == len(expected)
    for edit, wanted in zip(found, expected, strict=True):
        assert wanted in edit.text


@pytest.mark.parametrize("name", SOURCES)
def test_the_first_edit_gives_the_same_in_eager(name: str) -> None:
    body, mark, _ = SOURCES[name]
    text = text_of(body)
    edit = next(edits_at(text, line_of(text, mark)))
    for x in IN:
        before = function_of(text)(x.clone(), Silent())
        torch.testing.assert_close(function_of(edit.text)(x.clone(), Silent()), before)


@pytest.mark.parametrize(
    "body",
    [
        "if x.sum() > 0:\n    print(x)\nreturn x",
        "if x.sum() > 0:\n    a = x + 1\n    b = a + 1\nelse:\n    a = b = x\nreturn b",
        "if x.sum() > 0:\n    return x\nx = x + 1\nreturn x",
        "for i in range(3):\n    x[i] = 0\nreturn x",
        "for i in (x > 0).nonzero():\n    x[i] = i\nreturn x",
        "for i in (x > 0).nonzero():\n    x[i] = 0\n    break\nreturn x",
        "y = x.sum()\nreturn y",
        "y = float('1.0')\nreturn x * y",
    ],
)
def test_what_is_not_mechanical_is_left_alone(body: str) -> None:
    text = text_of(body)
    assert list(edits_at(text, 4)) == []


def test_comments_and_the_rest_of_the_file_stay() -> None:
    text = "# top\nimport torch\n\n\ndef f(x):\n    # before\n    print(x)  # why\n    return x  # end\n"
    (edit,) = edits_at(text, 7)
    assert edit.text == text.replace(
        "    print(x)  # why\n", "    if not torch.compiler.is_compiling():\n        print(x)  # why\n"
    )


def test_a_cell_with_magics() -> None:
    text = "%matplotlib inline\nimport torch\nr = %timeit -o 1\ndef f(x):\n    print(x)\n    return x\n"
    (edit,) = edits_at(text, 5)
    assert edit.text.startswith("%matplotlib inline\nimport torch\nr = %timeit -o 1\n")


@pytest.mark.parametrize("text", ["def f(:\n", "", "x = 1; print(x)\n", "def f(x): print(x)\n"])
def test_no_spot(text: str) -> None:
    assert find_spot(text, 1) is None or list(edits_at(text, 1)) == []
