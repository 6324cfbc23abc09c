"""What an exception says: its type, its message without torch's standing advice, and the user's lines behind it."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from explorer.parse.break_reason import Message, read_message
from explorer.parse.stacks import Frame, read_stack, user_frame
from explorer.parse.symbolic_errors import SymbolicError, read_symbolic, split_stack

_BEGINS = "Traceback (most recent call last):"
_RAISED = re.compile(r"^(?P<type>[A-Za-z_][\w.]*)(?:: (?P<message>.*))?\Z", re.DOTALL)
_USER_CODE = re.compile(r"\n+from user code:\s*\n", re.MULTILINE)
_INNER = re.compile(
    r"with fake tensors: (?P<node>.*): got (?P<type>[A-Za-z_][\w.]*)\((?P<message>['\"].*['\"]),?\)\s*\Z", re.DOTALL
)
_OPERATOR = re.compile(r"^call_function (?P<space>[A-Za-z_]\w*)\.\w+\.\w+\(")
_TORCHS = ("aten", "prims", "prim", "quantized", "inductor", "higher_order")
_STANDING = re.compile(
    r"\n+(?:Set TORCHDYNAMO_VERBOSE=1|You can suppress this exception|While executing ).*\Z", re.DOTALL
)


class Failure(NamedTuple):
    """An exception. ``type`` is dotted, ``frames`` the user's code behind it, outermost first; ``said`` its message."""

    type: str
    message: str
    frames: tuple[Frame, ...]
    said: Message

    @property
    def name(self) -> str:
        """The type without its module."""
        return self.type.rpartition(".")[2]

    @property
    def headline(self) -> str:
        """The first line of the message, with the next where it ends with a colon; the type when there is none."""
        first, _, rest = self.message.partition("\n")
        more = f" {rest.strip().partition(chr(10))[0]}" if first.rstrip().endswith(":") else ""
        return f"{first.strip()}{more}".strip() or self.name

    @property
    def sentence(self) -> str:
        """The type and the headline; the type alone where nothing more is said."""
        return self.name if self.headline == self.name else f"{self.name}: {self.headline}"

    @property
    def inner(self) -> str | None:
        """The error of the operator itself (``RuntimeError: …``) where Dynamo met it as it traced; else None."""
        found = _INNER.search(self.said.explanation or "")
        return None if found is None else f"{found['type']}: {_literal(found['message'])}"

    @property
    def symbolic(self) -> SymbolicError | None:
        """What it says of symbolic sizes, where it is about them."""
        return read_symbolic(self.message)

    @property
    def of_custom_operator(self) -> bool:
        """Whether that operator is one that torch does not bring with it."""
        found = _INNER.search(self.said.explanation or "")
        operator = _OPERATOR.match(found["node"]) if found is not None else None
        return operator is not None and operator["space"] not in _TORCHS

    @property
    def frame(self) -> Frame | None:
        """The innermost line of the user; of a library when there is none."""
        return user_frame(self.frames) or (self.frames[-1] if self.frames else None)


def make_failure(kind: str, message: str, frames: tuple[Frame, ...] = ()) -> Failure:
    """A failure from the parts of an exception; what ``message`` tells of the user's code is read from it."""
    told, code = _split(message)
    told, stack = split_stack(told)
    frames = frames or read_stack(code)
    lines = {(frame.file, frame.line) for frame in frames}
    frames += tuple(frame for frame in stack if (frame.file, frame.line) not in lines)
    return Failure(kind, told, frames, read_message(told))


def read_failure(traceback: str) -> Failure | None:
    """The exception that a printed traceback ends with; None when the text is not one."""
    _, _, last = traceback.rpartition(_BEGINS)
    lines = last.strip("\n").split("\n")
    at = next((number for number, line in enumerate(lines) if line and not line[0].isspace()), None)
    match = _RAISED.match("\n".join(lines[at:]).rstrip()) if at is not None else None
    return None if match is None else make_failure(match["type"], match["message"] or "")


def same(one: Failure, other: Failure) -> bool:
    """Whether two reports are of one exception: torch may have wrapped it in another on its way to the user."""
    if one.name == other.name:
        return one.headline == other.headline
    return one.headline in other.message or other.headline in one.message


def trimmed(failure: Failure) -> str:
    """The traceback with the lines of ``frames`` alone, in Python's own form."""
    lines = [_BEGINS] if failure.frames else []
    for frame in failure.frames:
        lines.append(f'  File "{frame.file}", line {frame.line}, in {frame.function}')
        if frame.source:
            lines.append(f"    {frame.source}")
    return "\n".join([*lines, f"{failure.type}: {failure.message}" if failure.message else failure.type])


def _literal(text: str) -> str:
    """The text that a printed string stands for, on one line."""
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        value = text
    return " ".join(str(value).split())


def _split(message: str) -> tuple[str, str]:
    """The message without torch's standing lines, and the user's code that it shows."""
    told, *code = _USER_CODE.split(message, maxsplit=1)
    return _STANDING.sub("", told).strip(), code[0] if code else ""
