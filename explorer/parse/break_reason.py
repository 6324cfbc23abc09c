"""The text of a graph break record (``dynamo_graph_break_reason``) in its parts.

Dynamo writes it in torch/_dynamo/symbolic_convert.py (``log_graph_break``) and torch/_dynamo/convert_frame.py. Its
first sentence tells the effect, the paragraph after it what stopped the trace (torch/_dynamo/exc.py,
``format_graph_break_message``).
"""

from __future__ import annotations

import re
from typing import NamedTuple

from explorer.parse.marked import narrowed
from explorer.parse.stacks import Frame, read_stack, user_frame

_PLACE = re.compile(r"^Graph break(?: \([^)]*\))? in user code at (.*):(\d+)$", re.MULTILINE)
_REASON = "Graph Break Reason: "
_USER_STACK = re.compile(
    r"^(?:User code traceback:|The graph break occurred in the following user code:)$", re.MULTILINE
)
_ATTRIBUTION = "\nStack variable source attribution:\n"
_RAISED = re.compile(r"^[A-Za-z_][\w.]*: (.*)", re.MULTILINE | re.DOTALL)
_TRACEBACK = re.compile(r"^(?:Traceback \(most recent call last\):|NoneType: None)$", re.MULTILINE)
_ANOTHER = re.compile(r"^\*\*\* While handling this graph break, another graph break occurred: \*\*\*$", re.MULTILINE)
_LINK = re.compile(r"/gb(\d+)\.html")
_FIELD = re.compile(
    r"^ {1,2}(Explanation|Hint|Developer debug context|Higher Order Operator"
    r"|For more details about this graph break, please visit): ?"
)

_EFFECTS = (
    ("Encountered graph break when attempting to trace", "resumed"),
    ("Encountered graph break that we cannot resume from", "rest_skipped"),
    ("Failed to handle graph break gracefully", "frame_skipped"),
)


class Message(NamedTuple):
    """What stopped Dynamo, in torch's words. ``then`` is the break met while handling this one.

    ``gb_id`` is torch's id (``GB0059``), None when the text links to none; ``operator`` the higher-order operator in
    whose body it happened.
    """

    gb_type: str
    explanation: str
    hints: tuple[str, ...]
    context: str
    gb_id: str | None
    operator: str | None
    then: str | None


class BreakReason(NamedTuple):
    """A graph break. ``effect`` is one of ``report.query.EFFECTS``; ``frames`` are the user's stack, outermost first,
    with resumed functions under their own names."""

    file: str
    line: int
    effect: str
    said: Message
    frames: tuple[Frame, ...]


def expression(reason: BreakReason) -> str | None:
    """The expression that stopped Dynamo: the part of the user's innermost line that Python marks, else the line."""
    frame = user_frame(reason.frames)
    if frame is None or frame.part is None:
        return frame.source if frame is not None else None
    said = reason.said
    return narrowed(frame.part, f"{said.gb_type} {said.context} {said.explanation}")


def read_break(text: str) -> BreakReason | None:
    """The parts of a record; None when it tells no place, or only announces the record that follows it.

    Before a failing backend becomes a break, torch writes a record of its own about the exception
    (torch/_dynamo/exc.py, ``unimplemented_with_warning``); the break itself is the next record.
    """
    if text.startswith("WON'T CONVERT "):
        return None
    shown = _USER_STACK.search(text)
    tail = text[shown.end() :] if shown else ""
    raised = _TRACEBACK.search(tail)
    frames = read_stack(tail[: raised.start()] if raised else tail)
    at = _PLACE.search(text)
    if at is None:
        return _read_skip(text, tail, frames)
    message = text[at.end() : shown.start() if shown else len(text)].strip().removeprefix(_REASON)
    effect, said = _effect(message.split(_ATTRIBUTION, maxsplit=1)[0])
    return BreakReason(at[1], int(at[2]), effect, read_message(said), frames)


def _read_skip(text: str, tail: str, frames: tuple[Frame, ...]) -> BreakReason | None:
    """A record that a whole frame was given up: the reason is the message of the exception at its end."""
    found = _RAISED.search(tail) or _RAISED.search(text)
    if found is None or not frames:
        return None
    said = read_message(found[1].split("\nfrom user code:")[0])
    return BreakReason(frames[-1].file, frames[-1].line, "frame_skipped", said, frames)


def read_message(message: str) -> Message:
    """The parts of a message that ``format_graph_break_message`` made; the first line of any other is its type."""
    first, *others = _ANOTHER.split(message)
    fields = _fields(first)
    link = _LINK.search(first)
    return Message(
        gb_type=fields["type"][0],
        explanation=_joined(fields.get("Explanation")),
        hints=tuple(" ".join(hint.split("\n")) for hint in fields.get("Hint", ())),
        context=_joined(fields.get("Developer debug context")),
        gb_id=f"GB{link[1]}" if link else None,
        operator=_joined(fields.get("Higher Order Operator")) or None,
        then=_fields(others[0])["type"][0] if others else None,
    )


def _effect(message: str) -> tuple[str, str]:
    """The effect and the message without the sentence that tells it. A branch has no such sentence."""
    for start, effect in _EFFECTS:
        if message.startswith(start):
            _, _, rest = message.partition("\n\n")
            return effect, rest
    return "branch_resumed", message


def _fields(message: str) -> dict[str, list[str]]:
    """``type`` (the first line) and the named fields; a line that names none continues the one above."""
    lines = message.strip("\n").split("\n")
    fields: dict[str, list[str]] = {"type": [lines[0].strip()]}
    current: list[str] | None = None
    for line in lines[1:]:
        match = _FIELD.match(line)
        if match is not None:
            current = fields.setdefault(match[1], [])
            current.append(line[match.end() :].strip())
        elif current is not None and line.strip():
            current[-1] += "\n" + line.strip()
    return fields


def _joined(values: list[str] | None) -> str:
    return "\n".join(values).strip() if values else ""
