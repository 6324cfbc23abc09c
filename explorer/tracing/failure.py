"""An exception of the user's program as an event: its lines first, ours and torch's left out."""

from __future__ import annotations

import traceback
from typing import Any

from explorer.report.place import is_library


def failure(error: BaseException, *, stage: str | None = None, call: int | None = None) -> tuple[dict[str, Any], str]:
    """The data and the trimmed traceback of an ``explorer.error`` event."""
    frames = user_frames(error)
    name = dotted(type(error))
    text = message_of(error)
    data = {
        "type": name,
        "message": text,
        "stage": stage or stage_of(error),
        "call": call,
        "frames": frames,
        "gb_type": getattr(error, "gb_type", None),
    }
    return data, format_trace(frames, name, text)


def message_of(error: BaseException) -> str:
    """``str(error)``, or a sentence when even that fails."""
    try:
        return str(error)
    except Exception:
        return f"<{type(error).__name__} has no printable message>"


def dotted(kind: type) -> str:
    """The type's name with its module; a builtin's without."""
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def user_frames(error: BaseException) -> list[dict[str, Any]]:
    """The user's frames, outermost first: from the traceback, then those Dynamo was tracing when it failed."""
    raised = list(traceback.extract_tb(error.__traceback__))
    # Dynamo's errors keep the traced user stack here (torch/_dynamo/exc.py); ordinary errors have none
    traced = list(getattr(error, "real_stack", None) or ())
    frames = []
    for frame in (*raised, *traced):
        if not is_library(frame.filename):
            entry = {"filename": frame.filename, "line": frame.lineno, "name": frame.name, "loc": frame.line}
            if entry not in frames:
                frames.append(entry)
    return frames


def stage_of(error: BaseException) -> str:
    """Which stage raised: ``dynamo``, ``aot``, ``inductor``, ``backend`` or ``run`` (the program itself)."""
    name = dotted(type(error))
    if name.endswith("InductorError"):
        return "inductor"
    if name.endswith("BackendCompilerFailed"):
        return "backend"
    return "dynamo" if name.startswith("torch._dynamo.exc.") else "run"


def format_trace(frames: list[dict[str, Any]], name: str, message: str) -> str:
    """A traceback with the user's lines alone."""
    lines = ["Traceback (most recent call last):"] if frames else []
    for frame in frames:
        lines.append(f'  File "{frame["filename"]}", line {frame["line"]}, in {frame["name"]}')
        if frame["loc"]:
            lines.append(f"    {frame['loc']}")
    return "\n".join([*lines, f"{name}: {message}" if message else name])
