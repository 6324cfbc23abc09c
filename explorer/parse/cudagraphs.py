"""torch's reason against CUDA graphs: the words without the prefix that it repeats, and the line that it names."""

from __future__ import annotations

import re
from typing import NamedTuple

from explorer.parse.stacks import Frame, read_stack, user_frame

_PREFIX = re.compile(r"^(?:(?:skipping|disabling) cudagraphs due to )+")
_FOUND = re.compile(r"\.?\s*Found from\s*:?\s*")

_ADVICE = (
    ("cpu device", "Keep every tensor of the compiled function on the GPU, or let Inductor split the graph around it."),
    ("mutated inputs", "Do not write into arguments: return the new value, or register the tensor as a buffer."),
    ("input storage mutation", "Do not replace the storage of an argument (set_, resize_) in the compiled function."),
    ("symbolic shapes", "Pass inputs of fixed sizes (mark_static, padding), or leave dynamic graphs out on purpose."),
    ("incompatible op", "Take that operation out of the compiled function, or let Inductor split the graph around it."),
    ("multiple devices", "Keep every tensor of the compiled function on one GPU."),
    ("dynamic shape", "Pass inputs of fixed sizes (mark_static, padding)."),
)


class Skip(NamedTuple):
    """``why`` in one sentence's words, the ``frame`` that torch names, the user's where there is one."""

    why: str
    frame: Frame | None


def read_skip(text: str) -> Skip:
    """What torch says against CUDA graphs."""
    first = _PREFIX.sub("", text.strip())
    found = _FOUND.search(first)
    why = (first[: found.start()] if found else first.partition("\n")[0]).strip(" .:,\n")
    frames = read_stack(text[text.index("Found from") :] if found else "")
    return Skip(why, user_frame(frames) or (frames[-1] if frames else None))


def in_words(why: str, devices: list[str]) -> str:
    """``why`` as the end of a sentence; a graph without a GPU has torch speak of several devices."""
    if devices and not any(device in ("cuda", "xpu") for device in devices):
        return f"nothing in the graph runs on a GPU (devices: {', '.join(devices)})"
    return why


def advice(why: str) -> tuple[str, ...]:
    """What to do about it, where that is known."""
    return tuple(text for mark, text in _ADVICE if mark in why)[:1]
