"""Marks: the host's clock, and events of a device with a cold cache before each."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from explorer.measure.marks import EventMarks, HostMarks, marks_for
from explorer.measure.overhead import overhead


class SyntheticStream:
    """A device of the form of ``torch.cuda`` whose clock advances by a millisecond with everything that is queued."""

    def __init__(self) -> None:
        self.queued: list[str] = []

    def Event(self, *, enable_timing: bool) -> Any:
        assert enable_timing
        return SyntheticEvent(self)

    def synchronize(self) -> None:
        self.queued.append("wait")

    def zero_(self) -> None:
        self.queued.append("flush")


class SyntheticEvent:
    def __init__(self, stream: SyntheticStream) -> None:
        self.stream, self.at = stream, -1

    def record(self) -> None:
        self.at = len(self.stream.queued)
        self.stream.queued.append("event")

    def elapsed_time(self, other: SyntheticEvent) -> float:
        """Milliseconds."""
        return float(other.at - self.at)


def test_the_host_tells_seconds() -> None:
    marks = HostMarks()
    start = marks.mark()
    assert 0 <= marks.seconds(start, marks.mark()) < 10


def test_events_are_read_in_seconds_after_the_cache_was_flushed() -> None:
    stream = SyntheticStream()
    marks = EventMarks(stream, buffer=stream)
    marks.cool()
    start = marks.mark()
    stream.queued.append("kernel")
    end = marks.mark()
    marks.wait()
    assert stream.queued == ["flush", "event", "kernel", "event", "wait"]
    assert marks.seconds(start, end) == 2e-3


def test_the_buffer_is_larger_than_a_cache() -> None:
    assert EventMarks.FLUSH >= 2 * 96 * 2**20


def test_marks_by_device() -> None:
    assert isinstance(marks_for(["cpu"]), HostMarks) and isinstance(marks_for([]), HostMarks)
    assert marks_for(["cpu", "mps"]) is None and marks_for(["xpu"]) is None


@pytest.mark.gpu
def test_an_event_lasts_as_long_as_its_kernel() -> None:
    marks = marks_for(["cuda"])
    assert marks is not None and marks.cools
    size = torch.randn(4096, 4096, device="cuda")
    size @ size
    start = marks.mark()
    for _ in range(20):
        size @ size
    many = marks.mark()
    size @ size
    one = marks.mark()
    marks.wait()
    assert marks.seconds(start, many) > marks.seconds(many, one) > 0


def test_the_timers_own_time() -> None:
    found = overhead(HostMarks())
    assert 0 < found.inside <= found.around and found.graph >= 0
