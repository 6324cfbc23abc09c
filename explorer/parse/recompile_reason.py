"""Why Dynamo recompiled, from its record (``recompile_reasons``): one reason for each version that did not fit.

The newest version comes first. A reason is ``0/0: GUARD  # CODE  # FILE:LINE in FUNCTION`` and perhaps the user's stack
below it (torch/_dynamo/guards.py, ``get_guard_fail_reason``).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from explorer.parse.guard_text import GuardText, is_shape, read_guard, with_local_names
from explorer.parse.stacks import Frame, read_stack

_ID = re.compile(r"^((?:!\d+/)?\d+/\d+): ?")
_STACK = "\nUser stack trace:\n"
_TENSOR = re.compile(
    r"^tensor '(?P<source>.*)' (?P<what>size|stride|dtype|rank|device|device index|dispatch key set|requires_grad)"
    r" mismatch"
    r"(?: at index (?P<index>\d+))?\. expected (?P<old>.*?)(?:, actual (?P<new>.*))?$",
    re.IGNORECASE,
)
_STATE = re.compile(r"^GLOBAL_STATE changed: (.*)$")
_IDENTITY = re.compile(r"^___check_(obj|type)_id\((.*), \d+\)")
_TYPE = re.compile(r"type=<class '([^']*)'>")
_EQUAL = re.compile(r"^(?P<source>.+?) (?P<how>==|is) (?P<old>.+)$", re.DOTALL)
_FREED = re.compile(r"invalidated because (.+) got deallocated")
_OTHER_LENGTH = re.compile(r"^len\((?P<source>.+)\) != (?P<old>\d+)$")
"""How torch says that a dict has another number of entries than the ``old`` one."""
_LENGTH = re.compile(r"^len\((.*)\)$")
_LOWER = re.compile(r"^2 <= [^<>=\s]+$")
_SIZE = re.compile(r"([^\s()+*-]+)\.size\(\)\[(\d+)\]")
_NO_TENSOR = re.compile(  # torch 2.14 names the class
    r"^expected type of '(.*)' to be (?:a tensor type|<class '[^']*'>), '? ?but found <class '([^']*)'>$"
)


class Cause(NamedTuple):
    """What changed: a stable ``code``, the value looked at, the dimension or stride, and its value before and now."""

    code: str
    source: str | None = None
    dimension: str | None = None
    old: str | None = None
    new: str | None = None


class Reason(NamedTuple):
    """Why the version with torch's ``compile_id`` did not fit. ``stack`` is the user's, where torch tells it."""

    compile_id: str | None
    guard: GuardText
    cause: Cause
    stack: tuple[Frame, ...]


def read_reasons(payload: str) -> tuple[Reason, ...]:
    """The reasons in a record, the version that was tried first in front."""
    reasons = [_read(text) for text in _texts(payload)]
    return tuple(_with_size(reason, reasons[at + 1 :]) for at, reason in enumerate(reasons))


def _texts(payload: str) -> list[str]:
    try:
        entries = msgspec.json.decode(payload)
    except (msgspec.DecodeError, RecursionError):
        return [payload] if payload.strip() else []
    if isinstance(entries, list):
        return [entry for entry in entries if isinstance(entry, str)]
    return [entries] if isinstance(entries, str) else [payload]


def _read(text: str) -> Reason:
    said, _, stack = text.partition(_STACK)
    found = _ID.match(said)
    guard = read_guard(said[found.end() :] if found else said)
    return Reason(found[1] if found else None, guard, cause_of(guard), read_stack(stack))


def cause_of(guard: GuardText) -> Cause:
    """What a guard that failed says about the change."""
    text = guard.expression
    return (
        _of_tensor(text)
        or _of_type(text)
        or _of_state(text)
        or _of_identity(text)
        or _of_freed(text)
        or _of_entries(text)
        or _of_words(text)
        or _of_shape(text)
        or _of_value(guard)
        or Cause("RECOMPILE_GUARD")
    )


def _of_tensor(text: str) -> Cause | None:
    match = _TENSOR.match(text)
    if match is None:
        return None
    what = match["what"].lower().replace(" ", "_").removesuffix("_index")
    if what == "requires_grad":
        needed = match["old"].endswith("=1")
        return Cause("RECOMPILE_REQUIRES_GRAD", match["source"], None, str(needed), str(not needed))
    code = "RECOMPILE_DISPATCH" if what.startswith("dispatch") else f"RECOMPILE_{what.upper()}"
    return Cause(code, match["source"], match["index"], match["old"].rstrip("."), match["new"])


def _of_type(text: str) -> Cause | None:
    match = _NO_TENSOR.match(text)
    return None if match is None else Cause("RECOMPILE_TYPE", match[1], None, "a tensor", match[2])


def _of_state(text: str) -> Cause | None:
    match = _STATE.match(text)
    if match is None:
        return None
    states = match[1].strip()
    code = next((code for start, code in _STATES.items() if states.startswith(start)), "RECOMPILE_GLOBAL_STATE")
    return Cause(code, states)


_STATES = {
    "grad_mode": "RECOMPILE_GRAD_MODE",
    "num_threads": "RECOMPILE_NUM_THREADS",
    "autocast": "RECOMPILE_AUTOCAST",
    "default_dtype": "RECOMPILE_DEFAULT_DTYPE",
}


def _of_identity(text: str) -> Cause | None:
    match = _IDENTITY.match(text)
    if match is None:
        return None
    kind = _TYPE.search(text)
    if match[1] == "type":
        return Cause("RECOMPILE_TYPE", match[2], old=kind[1] if kind else None)
    code = "RECOMPILE_CODE" if match[2].endswith(".__code__") else "RECOMPILE_OBJECT"
    return Cause(code, match[2])


def _of_freed(text: str) -> Cause | None:
    """An object that the version was made for is gone; code goes when its function is defined again."""
    match = _FREED.search(text)
    if match is None:
        return None
    return Cause("RECOMPILE_CODE" if match[1].endswith(".__code__") else "RECOMPILE_FREED", match[1])


def _of_entries(text: str) -> Cause | None:
    match = _OTHER_LENGTH.match(text)
    return None if match is None else Cause("RECOMPILE_KEYS", match["source"], old=match["old"])


def _of_words(text: str) -> Cause | None:
    code = next((code for words, code in _WORDS if words in text), None)
    return Cause(code) if code else None


_WORDS = (
    ("Duplicate tensor", "RECOMPILE_ALIASING"),
    ("BACKEND_MATCH", "RECOMPILE_BACKEND"),
    ("_has_dynamo_dim_marking", "RECOMPILE_MARKED"),
    ("_indices'", "RECOMPILE_MARKED"),
    ("___dict_contains", "RECOMPILE_KEYS"),
    ("dict.keys(", "RECOMPILE_KEYS"),
    ("CURRENT_DEVICE", "RECOMPILE_DEFAULT_DEVICE"),
    ("hasattr(", "RECOMPILE_ATTRIBUTE"),
    ("Unexpected recompilation", "RECOMPILE_GUARD"),
)


def _of_shape(text: str) -> Cause | None:
    """A condition on symbolic sizes, or on an integer that became symbolic."""
    if not is_shape(text) and re.search(r" (?:<=|<|>=|>|!=) ", text) is None:
        return None
    sizes = _SIZE.findall(text)
    source, dimension = sizes[0] if len(sizes) == 1 else (None, None)
    if _LOWER.match(text):
        return Cause("RECOMPILE_ZERO_ONE", source, dimension, text)
    code = "RECOMPILE_EQUAL_SIZES" if len(sizes) > 1 and " == " in text else "RECOMPILE_RANGE"
    return Cause(code, source, dimension, text)


def _of_value(guard: GuardText) -> Cause | None:
    if guard.expression.startswith("not "):
        return Cause("RECOMPILE_LENGTH", guard.expression.removeprefix("not "), old="0")
    match = _EQUAL.match(guard.expression)
    if match is None:
        return None
    source, old = match["source"], match["old"]
    length = _LENGTH.match(source)
    if length is not None:
        return Cause("RECOMPILE_LENGTH", length[1], old=old)
    return Cause(_code_of_value(guard, source, old, match["how"]), source, old=old)


def _code_of_value(guard: GuardText, source: str, old: str, how: str) -> str:
    if source.startswith("___stack"):
        # Dynamo's name for what lay on Python's stack where the function was cut
        return "RECOMPILE_CARRIED"
    if source.endswith(".training"):
        return "RECOMPILE_TRAINING"
    if old == "None" or how == "is":
        return "RECOMPILE_NONE" if old == "None" else "RECOMPILE_ALIASING"
    try:
        value = ast.literal_eval(old)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return "RECOMPILE_VALUE"
    kind = next((name for type_, name in _VALUES if isinstance(value, type_)), "VALUE")
    if kind == "INT" and (guard.hint or source.startswith("self.")):
        return "RECOMPILE_INT_ATTRIBUTE"
    return f"RECOMPILE_{kind}"


_VALUES: tuple[tuple[type, str], ...] = ((bool, "BOOL"), (int, "INT"), (float, "FLOAT"), (str, "STRING"))


def _with_size(reason: Reason, older: Iterable[Reason]) -> Reason:
    """A condition on one size does not say the new size; an older version that failed on the same size does."""
    if reason.cause.code not in ("RECOMPILE_ZERO_ONE", "RECOMPILE_RANGE"):
        return reason
    for other in older:
        cause = other.cause
        size = f"{cause.source}.size()[{cause.dimension}]"
        if cause.code == "RECOMPILE_SIZE" and size in reason.guard.expression:
            code = "RECOMPILE_ZERO_ONE" if cause.new in ("0", "1") else "RECOMPILE_RANGE"
            found = Cause(code, cause.source, cause.dimension, reason.guard.expression, cause.new)
            return reason._replace(cause=found)
    return reason


def matches(reason: Reason, kind: str, expression: str) -> bool:
    """Whether the guard ``expression`` of torch's ``kind`` is the one that ``reason`` says has failed."""
    plain = with_local_names(expression)
    if plain == reason.guard.expression:
        return True
    if _FREED.search(reason.guard.expression):
        return plain.startswith(f"___check_obj_id({reason.cause.source},")
    if reason.guard.expression.startswith("tensor '") or "expected type of '" in reason.guard.expression:
        return kind == "TENSOR_MATCH" and plain.startswith(f"check_tensor({reason.cause.source},")
    return kind == "GLOBAL_STATE" and reason.guard.expression.startswith("GLOBAL_STATE changed")
