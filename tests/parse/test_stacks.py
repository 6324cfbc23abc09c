"""Stack traces in text, held against Python's own."""

from __future__ import annotations

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
