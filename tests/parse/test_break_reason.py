"""Break records in their parts, and the classes that torch's standing sentences put them in."""

from __future__ import annotations

import pytest
import torch._dynamo.graph_break_hints as torch_hints

from explorer.parse.break_hints import FIXABILITY, fixability, specific
from explorer.parse.break_reason import expression, read_break, read_message

RECORD = """Graph break in user code at /me/my model.py:16
Graph Break Reason: Encountered graph break when attempting to trace CALL: a function call, e.g. f(x, y):

Failed to trace builtin operator
  Higher Order Operator: cond
  Explanation: Dynamo does not know how to trace `print`
    with these arguments.
  Hint: Avoid it.
  Hint: Or do this:
      * one
      * two

  Developer debug context: builtin print
    [ConstantVariable] False

 For more details about this graph break, please visit: https://site/gb/gb0059.html

*** While handling this graph break, another graph break occurred: ***

graph break in loop
  Explanation: loops

Stack variable source attribution:
  Exit() originated from:
  File "/me/other.py", line 99
        with x:

User code traceback:
  File "/me/main.py", line 3, in <module>
    model(x)
    ^^^^^^^^
  File "/x/site-packages/lib.py", line 4, in call
  File "/me/my model.py", line 16, in forward
    print("x")

Traceback (most recent call last):
  File "/x/site-packages/torch/_dynamo/exc.py", line 727, in unimplemented
    raise Unsupported(msg)
torch._dynamo.exc.Unsupported: Failed to trace builtin operator
"""


def test_every_part() -> None:
    reason = read_break(RECORD)
    assert reason is not None
    assert (reason.file, reason.line, reason.effect) == ("/me/my model.py", 16, "resumed")
    said = reason.said
    assert (said.gb_type, said.gb_id, said.operator) == ("Failed to trace builtin operator", "GB0059", "cond")
    assert said.explanation == "Dynamo does not know how to trace `print`\nwith these arguments."
    assert said.hints == ("Avoid it.", "Or do this: * one * two")
    assert said.context == "builtin print\n[ConstantVariable] False"
    assert said.then == "graph break in loop"
    assert [(frame.line, frame.source) for frame in reason.frames] == [(3, "model(x)"), (4, None), (16, 'print("x")')]


def test_the_expression_of_the_users_innermost_line() -> None:
    reason = read_break(RECORD)
    assert reason is not None and expression(reason) == 'print("x")'
    marked = read_break(RECORD.replace('    print("x")\n', '    y = print("x")\n        ^^^^^^^^^^\n'))
    assert marked is not None and expression(marked) == 'print("x")'


SKIPPED = """Graph break: torch.compile cannot properly resume from this graph break, which results in a skip.
torch.compile will skip tracing the frame f (/me/m.py line 3) and fall back to eager.
The graph break occurred in the following user code:
  File "/me/m.py", line 5, in f
    g(x)

Traceback (most recent call last):
  File "/x/site-packages/torch/_dynamo/exc.py", line 727, in unimplemented
    raise Unsupported(msg)
torch._dynamo.exc.Unsupported: Odd thing
  Explanation: It is odd.

from user code:
   File "/me/m.py", line 5, in f
"""


def test_the_record_of_a_skipped_frame() -> None:
    reason = read_break(SKIPPED)
    assert reason is not None
    assert (reason.file, reason.line, reason.effect, reason.said.gb_type) == (
        "/me/m.py",
        5,
        "frame_skipped",
        "Odd thing",
    )
    assert reason.said.explanation == "It is odd."


def test_the_record_that_announces_another_is_none() -> None:
    assert read_break("WON'T CONVERT f /me/m.py line 3\n" + SKIPPED) is None


def test_the_line_of_a_duplicate_in_the_log() -> None:
    place = "Graph break (user stack suppressed due to duplicate graph break) in user code at m.py:3"
    reason = read_break(f"{place}\nGraph Break Reason: Odd")
    assert reason is not None
    assert (reason.file, reason.line, reason.said.gb_type, reason.frames) == ("m.py", 3, "Odd", ())


def test_a_message_in_another_form_is_its_own_type() -> None:
    said = read_message("something else\nwith lines")
    assert (said.gb_type, said.explanation, said.hints, said.gb_id) == ("something else", "", (), None)


CLASSES = {
    "USER_ERROR": "user_error",
    "DYNAMO_BUG": "dynamo_bug",
    "DIFFICULT": "difficult",
    "FUNDAMENTAL": "fundamental",
    "SUPPORTABLE": "supportable",
    "CAUSED_BY_EARLIER_GRAPH_BREAK": "caused_by_earlier",
}


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_torchs_classes(name: str) -> None:
    hints = getattr(torch_hints, name)
    assert fixability(["Do that.", *hints]) == CLASSES[name]
    assert specific(["Do that.", *hints]) == ("Do that.",)


def test_no_class_is_unknown() -> None:
    assert fixability(["Do that."]) == fixability([]) == "unknown"
    assert set(FIXABILITY) == {*CLASSES.values(), "unknown"}
