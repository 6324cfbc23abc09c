"""The clock: wall time around work, with every device that the program uses finished before and after."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable


class Clock:
    """``now`` is in seconds, read when the given torch device types have nothing left to do."""

    def __init__(self, devices: Iterable[str]) -> None:
        waits = (_waits_for(device) for device in devices)
        self._waits = [wait for wait in waits if wait is not None]

    @property
    def synchronizes(self) -> bool:
        """Whether there is a device to wait for (a CPU alone needs none)."""
        return bool(self._waits)

    def now(self) -> float:
        """The time, after the work that was started so far."""
        for wait in self._waits:
            wait()
        return time.perf_counter()


def _waits_for(device: str) -> Callable[[], object] | None:
    import torch

    wait: Callable[[], object] | None = getattr(getattr(torch, device, None), "synchronize", None)
    return None if device == "cpu" else wait
