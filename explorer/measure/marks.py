"""Marks around work on one device: the host's clock for a CPU, events with a cold cache for CUDA and ROCm."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Protocol


class Marks(Protocol):
    """``mark`` says where the device is now; ``seconds`` lies between two marks once ``wait`` has returned.

    ``cools`` says whether ``cool`` empties the cache before what is timed.
    """

    cools: bool

    def mark(self) -> Any: ...
    def cool(self) -> None: ...
    def wait(self) -> None: ...
    def seconds(self, start: Any, end: Any) -> float: ...


class HostMarks:
    """The host's clock, for work that is done when its call returns."""

    cools = False
    mark = staticmethod(time.perf_counter)

    def cool(self) -> None:
        """Nothing: a CPU's caches hold what the work before left there, as in a real call."""

    def wait(self) -> None:
        """Nothing to wait for."""

    def seconds(self, start: float, end: float) -> float:
        """The time between two marks."""
        return end - start


class EventMarks:
    """Events of a stream, for work that goes on after its call has returned.

    ``cool`` overwrites a buffer larger than the L2 cache, as ``triton.testing.do_bench`` does, so that no kernel finds
    its inputs there. ``device`` is ``torch.cuda`` (which serves ROCm too) or something of its form.
    """

    cools = True
    FLUSH = 256 * 2**20
    """Bytes: more than the L2 cache of any GPU known."""

    def __init__(self, device: Any, buffer: Any) -> None:
        self._device = device
        self._buffer = buffer

    def mark(self) -> Any:
        """An event, recorded in the stream."""
        event = self._device.Event(enable_timing=True)
        event.record()
        return event

    def cool(self) -> None:
        """Write over the cache, in the stream."""
        self._buffer.zero_()

    def wait(self) -> None:
        """Until everything in the stream is done."""
        self._device.synchronize()

    def seconds(self, start: Any, end: Any) -> float:
        """The time between two events, which the device took itself."""
        return float(start.elapsed_time(end)) / 1e3


def marks_for(devices: Iterable[str]) -> Marks | None:
    """The marks for a program that uses these device types; None where single kernels cannot be timed (MPS, XPU)."""
    import torch

    used = set(devices) - {"meta"}
    if used <= {"cpu"}:
        return HostMarks()
    if used <= {"cpu", "cuda"}:
        buffer = torch.empty(EventMarks.FLUSH, dtype=torch.int8, device="cuda")
        return EventMarks(torch.cuda, buffer)
    return None
