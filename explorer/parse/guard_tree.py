"""The guards of one compilation, from the tree that Dynamo prints (``dynamo_cpp_guards_str``) or its old JSON list.

In the tree every ``GuardManager`` line opens the value that the lines below it look at; the others are guards
(torch/_dynamo/guards.py, ``GuardManagerWrapper.__str__``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from explorer.parse.guard_text import GuardText, is_shape, read_guard
from explorer.parse.stacks import Frame

_BRANCH = re.compile(r"^((?:\| )*)\+- (.*)$", re.DOTALL)
_MANAGER = re.compile(r"^(?:\w+: )?\w*GuardManager: source=(.*?), (?:accessed_by=|type=)")
_TYPE = re.compile(r", type=<class '([^']*)'>")
_GUARD = re.compile(r"^([A-Z][A-Z0-9_]+): (.*)$", re.DOTALL)
_LATENCY = re.compile(r"^Guard latency = ([\d.]+) us$", re.MULTILINE)
_MAX_DEPTH = 1000


class GuardLine(NamedTuple):
    """A guard: torch's ``kind``, its text, and the ``source`` of the value it looks at (``L['x']``)."""

    kind: str
    text: GuardText
    source: str | None


class GuardTree(NamedTuple):
    """The guards in order of checking, the type of each value looked at by its source, and one run's time in µs."""

    guards: tuple[GuardLine, ...]
    types: dict[str, str]
    latency_us: float | None


def read_tree(text: str) -> GuardTree:
    """The guards of a printed tree. Lines of another form are left out."""
    guards: list[GuardLine] = []
    types: dict[str, str] = {}
    sources: dict[int, str | None] = {}
    for depth, content in _entries(text):
        manager = _MANAGER.match(content)
        if manager is not None:
            sources[depth] = manager[1]
            kind = _TYPE.search(content)
            if kind is not None:
                types.setdefault(manager[1], kind[1])
            continue
        guard = _GUARD.match(content)
        if guard is None:
            sources[depth] = None
            continue
        parsed = read_guard(guard[2])
        guards.append(GuardLine(_kind(guard[1], guard[2], parsed), parsed, sources.get(depth - 1)))
    latency = _LATENCY.search(text)
    return GuardTree(tuple(guards), types, float(latency[1]) if latency else None)


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Depth and content of each branch; a line that starts no branch (a value with line ends) continues the last."""
    current: tuple[int, str] | None = None
    for line in text.split("\n"):
        match = _BRANCH.match(line)
        if match is not None:
            if current is not None:
                yield current
            current = (min(len(match[1]) // 2, _MAX_DEPTH), match[2])
        elif current is not None and line.strip() and not line.startswith("Guard latency"):
            current = (current[0], f"{current[1]}\n{line}")
    if current is not None:
        yield current


def _kind(printed: str, raw: str, text: GuardText) -> str:
    """Torch's type of a guard. Guards on symbolic sizes are printed as lambdas; torch itself calls them SHAPE_ENV."""
    if printed != "LAMBDA_GUARD":
        return printed
    symbolic = is_shape(text.expression) or re.search(r" in \S+ \(\S+:\d+ in \S+\)", raw) is not None
    return "SHAPE_ENV" if symbolic else printed


def read_list(text: str) -> tuple[GuardLine, ...]:
    """The guards of an old ``dynamo_guards`` record: a JSON list of ``{"code": …, "user_stack": […]}``."""
    try:
        entries = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return ()
    found = (entry for entry in entries if isinstance(entry, dict)) if isinstance(entries, list) else ()
    return tuple(_old(str(entry.get("code") or ""), entry.get("user_stack")) for entry in found)


def _old(code: str, stack: object) -> GuardLine:
    text = read_guard(code)
    told = stack if isinstance(stack, list) else []
    frames = text.frames or tuple(_frame(frame) for frame in told[-1:] if isinstance(frame, dict))
    return GuardLine(_kind_of_code(text.expression), text._replace(frames=frames), None)


def _frame(frame: dict[str, object]) -> Frame:
    line = frame.get("line")
    return Frame(
        file=str(frame.get("filename")),
        line=line if isinstance(line, int) else 0,
        function=str(frame["name"]) if frame.get("name") else None,
        source=str(frame["loc"]) if frame.get("loc") else None,
    )


_TELLING = (
    (re.compile(r"^check_tensor\("), "TENSOR_MATCH"),
    (re.compile(r"^___check_type_id\("), "TYPE_MATCH"),
    (re.compile(r"^___check_obj_id\("), "ID_MATCH"),
    (re.compile(r"^___check_global_state\("), "GLOBAL_STATE"),
    (re.compile(r"^___check_torch_function_mode_stack\("), "TORCH_FUNCTION_MODE_STACK"),
    (re.compile(r"^utils_device\.CURRENT_DEVICE"), "DEFAULT_DEVICE"),
    (re.compile(r"'_dynamo_\w+_indices'\)"), "DIMENSION_DYNAMIC_MARKING_GUARD"),
    (re.compile(r"___dict_contains\("), "DICT_CONTAINS"),
    (re.compile(r"\.(?:size|stride|storage_offset)\(\)"), "SHAPE_ENV"),
    (re.compile(r"^(?:len\(|not )"), "LENGTH_CHECK"),
    (re.compile(r" is None$"), "NONE_MATCH"),
    (re.compile(r"^hasattr\("), "HASATTR"),
    (re.compile(r" is (?:not )?\S+$"), "OBJECT_ALIASING"),
    (re.compile(r" == "), "EQUALS_MATCH"),
)


def _kind_of_code(expression: str) -> str:
    """The type of a guard that is known only by its code."""
    return next((kind for pattern, kind in _TELLING if pattern.search(expression)), "GUARD")
