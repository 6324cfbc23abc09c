"""The memory that a generated wrapper takes: which buffers it allocates, which take over another's memory, when freed.

Read from the statements that torch/_inductor/codegen/wrapper.py writes: ``buf0 = empty_strided_cpu(…)``,
``buf2 = buf1; del buf1  # reuse``, ``del buf0``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from explorer.parse.tensor_bytes import bytes_of
from explorer.report import TensorSpec

_ALLOCATED = re.compile(r"^\s*(buf\w+) = empty_strided(?:_p2p)?_?(\w*)\(\(([^()]*)\), \(([^()]*)\), (?:torch\.)?(\w+)")
_REUSED = re.compile(
    r"^\s*(buf\w+) = (?:reinterpret_tensor\((\w+), \(([^()]*)\), \(([^()]*)\)[^)]*\)|(\w+)); *del (\w+)\s*# reuse"
)
_FREED = re.compile(r"^\s*del (\w+)\s*$")


class Buffer(NamedTuple):
    """A buffer. ``line`` is where it begins in the text, ``freed`` where it ends (None: it is returned).

    ``takes`` is the buffer or input whose memory it takes over; then it allocates nothing.
    """

    name: str
    spec: TensorSpec
    bytes: int | None
    line: int
    takes: str | None
    freed: int | None


def read_buffers(code: str) -> list[Buffer]:
    """The buffers of a generated Python wrapper, in order. What is not in the expected form is left out."""
    found: dict[str, Buffer] = {}
    for number, line in enumerate(code.split("\n"), 1):
        if made := _allocated(line, number) or _reused(line, number, found):
            found[made.name] = made
            if made.takes in found:
                found[made.takes] = found[made.takes]._replace(freed=number)
        elif (freed := _FREED.match(line)) and freed[1] in found:
            found[freed[1]] = found[freed[1]]._replace(freed=number)
    return list(found.values())


def peak_bytes(buffers: list[Buffer]) -> int | None:
    """The most bytes of buffers that are alive at once; inputs do not count. None when one size is not known."""
    moments: list[tuple[int, int]] = []
    for buffer in buffers:
        if buffer.bytes is None:
            return None
        # memory that was taken over goes on under the new name: it ends where the old one does
        moments.append((buffer.line, buffer.bytes))
        if buffer.freed is not None:
            moments.append((buffer.freed, -buffer.bytes))
    alive = peak = 0
    for _, change in sorted(moments, key=lambda moment: (moment[0], moment[1])):
        alive += change
        peak = max(peak, alive)
    return peak


def _allocated(line: str, number: int) -> Buffer | None:
    match = _ALLOCATED.match(line)
    if match is None:
        return None
    name, device, shape, stride, dtype = match.groups()
    spec = TensorSpec(dtype=dtype, shape=_sizes(shape), stride=_sizes(stride), device=device or None)
    return Buffer(name, spec, bytes_of(spec), number, None, None)


def _reused(line: str, number: int, known: dict[str, Buffer]) -> Buffer | None:
    match = _REUSED.match(line)
    if match is None:
        return None
    name, viewed, shape, stride, plain, _ = match.groups()
    source = viewed or plain
    before = known.get(source)
    if before is None:
        return None if viewed is None else _of_input(name, source, shape, stride, number)
    spec = before.spec
    if viewed is not None:
        spec = TensorSpec(dtype=spec.dtype, shape=_sizes(shape), stride=_sizes(stride), device=spec.device)
    return Buffer(name, spec, before.bytes, number, source, None)


def _of_input(name: str, source: str, shape: str, stride: str, number: int) -> Buffer:
    """The memory of an input, whose dtype the wrapper does not tell: it allocates nothing."""
    return Buffer(name, TensorSpec(dtype="", shape=_sizes(shape), stride=_sizes(stride)), 0, number, source, None)


def _sizes(text: str) -> tuple[int | str, ...]:
    parts: Iterator[str] = (part.strip() for part in text.split(","))
    return tuple(int(part) if part.isdigit() else part for part in parts if part)
