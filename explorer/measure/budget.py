"""How long measuring may take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


@dataclass
class Budget:
    """``seconds`` of wall time from now on. One call of the program is never cut short, so the end may come later."""

    seconds: float
    _end: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._end = time.perf_counter() + self.seconds

    @property
    def left(self) -> float:
        """The seconds that are left, 0 when it is over."""
        return max(0.0, self._end - time.perf_counter())

    @property
    def used(self) -> float:
        """The seconds since the beginning."""
        return self.seconds - self._end + time.perf_counter()

    def part(self, share: float) -> Budget:
        """A budget of ``share`` (0 to 1) of what is left."""
        return Budget(self.left * share)
