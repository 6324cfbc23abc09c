"""Stack traces in text, held against Python's own."""

from __future__ import annotations

import linecache
import traceback

import pytest

from explorer.parse.stacks import Frame, read_stack, resumed, user_frame


def test_what_python_prints_is_read_back() -> None:
    stack = traceback.extract_stack()
    frames = read_stack("".join(traceback.format_list(stack)))
    assert [(frame.file, frame.line, frame.function) for frame in frames] == [
        (entry.filename, entry.lineno, entry.name) for entry in stack
    ]
    assert frames[-1].source == (stack[-1].line or "").strip()


def test_the_expression_that_python_marks_is_read() -> None:
    try:
        str([1 / 0][0])
    except ZeroDivisionError as error:
        (entry,) = traceback.extract_tb(error.__traceback__)
    (frame,) = read_stack("".join(traceback.format_list([entry])))
    line = linecache.getline(entry.filename, entry.lineno or 0)
    assert frame.part == line[entry.colno : entry.end_colno] == "1 / 0"


def test_a_line_without_marks_has_no_expression() -> None:
    (first, second) = read_stack('  File "m.py", line 1, in f\n    g()\n  File "m.py", line 2, in g\n    x = 1\n')
    assert (first.part, second.part, first.source) == (None, None, "g()")


def test_the_users_innermost_frame() -> None:
    mine = Frame("/me/m.py", 3, "f", None)
    library = Frame("/x/site-packages/torch/nn/modules/linear.py", 9, "forward", None)
    assert user_frame([mine, library]) == mine
    assert user_frame([library]) is None
    assert user_frame([]) is None


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("torch_dynamo_resume_in_forward_at_13", ("forward", 13)),
        ("torch_dynamo_resume_in_a_at_1_at_2", ("a_at_1", 2)),
        ("<resume in forward>", ("forward", None)),
        ("forward", None),
        ("my_torch_dynamo_resume_in_x_at_1", None),
    ],
)
def test_resumed_functions(name: str, expected: tuple[str, int | None] | None) -> None:
    assert resumed(name) == expected
