"""The time inside the compiled graphs of a call, so that what lies around them can be told apart."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.installed import CompiledGraph
from explorer.measure.clock import Clock


class Regions:
    """Adds up the seconds inside ``graphs`` while :meth:`watching`; the graphs are as before afterwards."""

    def __init__(self, graphs: list[CompiledGraph], clock: Clock) -> None:
        self._graphs, self._clock = graphs, clock
        self.seconds = 0.0
        self.entered = 0

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Every call of a graph in the body is timed."""
        with contextlib.ExitStack() as stack:
            for graph in self._graphs:
                stack.enter_context(graph.replaced(self._timed))
            yield

    def _timed(self, function: Callable[..., Any]) -> Callable[..., Any]:
        import torch

        now = self._clock.now

        def timed(*args: Any) -> Any:
            start = now()
            try:
                return function(*args)
            finally:
                self.seconds += now() - start
                self.entered += 1

        undisturbed: Callable[..., Any] = torch.compiler.disable(timed)
        return undisturbed
