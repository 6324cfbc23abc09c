"""Blocks of calls, eager and compiled in turn, after a warm-up: the samples of one measurement."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from explorer.measure.budget import Budget
from explorer.measure.errors import NotMeasured
from explorer.measure.replay import Replay, Side
from explorer.measure.statistics import LEAST, ratio

BLOCK = 1e-3
"""Seconds that a block takes at least: many calls where one is short, so that the clock's own cost is nothing."""

MOST_CALLS = 4096
FEW_CALLS = 8
"""So many where each call is timed by itself, because something is put back in between."""

MOST_PAIRS = 600
ENOUGH = 30
"""So many pairs shall fit into the budget, if blocks can be made short enough for it."""

WARMUP_SHARE = 0.15

GRACE = 0.5
"""Seconds: an interval that can be had in so short a time is taken whatever the limit."""

HOPELESS = 4.0
"""Times the budget: where the fewest pairs, judged by calls that are not warm, need more, no pair is begun."""

CLOSE_ENOUGH = 0.0025
"""Where the interval of the ratio reaches no further than this to either side, more pairs would tell nothing new."""

SIDES: tuple[Side, Side] = ("eager", "compiled")

Seconds = dict[str, float]
"""The seconds of one call by part."""


@dataclass
class Pairs:
    """``eager[i]`` and ``compiled[i]`` were taken one right after the other, each the mean of ``calls`` calls."""

    calls: int
    warmup: int
    eager: list[Seconds] = field(default_factory=list)
    compiled: list[Seconds] = field(default_factory=list)

    def of(self, side: Side, part: str | None = None) -> list[float]:
        """The samples of one side: of one part, or of whole calls."""
        samples = self.eager if side == "eager" else self.compiled
        return [sum(each.values()) if part is None else each.get(part, 0.0) for each in samples]

    def parts(self) -> list[str]:
        """The parts that were timed apart."""
        return list(self.eager[0]) if self.eager else []


def take_pairs(replay: Replay, budget: Budget) -> Pairs:
    """Warm up, then take pairs until the budget is used, the order of the two sides changing from pair to pair.

    Raises ``NotMeasured`` when the budget is not enough for an interval.
    """
    with no_collection():
        warmup = _warm_up(replay, budget.part(WARMUP_SHARE))
        pairs = Pairs(_calls(replay, budget), warmup)
        fastest = float("inf")
        for number in range(MOST_PAIRS):
            if number >= LEAST and (not budget.left or _is_close(pairs, number)):
                break
            started = time.perf_counter()
            _take(replay, pairs, SIDES if number % 2 else SIDES[::-1])
            fastest = min(fastest, time.perf_counter() - started)
            if number < LEAST and fastest * (LEAST - number - 1) > max(GRACE, budget.left + budget.seconds):
                raise NotMeasured(_too_long(fastest))
    return pairs


def _too_long(pair: float) -> str:
    needed = LEAST * pair
    return f"a pair of calls takes {told(pair)} s, and {LEAST} pairs about {told(needed)} s: raise the time limit"


def told(seconds: float) -> str:
    """Two digits, and never as a power of ten: ``0.48``, ``6``, ``130``."""
    return f"{seconds:.2g}" if seconds < 100 else f"{seconds:.0f}"


def _take(replay: Replay, pairs: Pairs, order: tuple[Side, ...]) -> None:
    for side in order:
        seconds = {part: took / pairs.calls for part, took in replay.seconds(side, pairs.calls).items()}
        (pairs.eager if side == "eager" else pairs.compiled).append(seconds)


def _warm_up(replay: Replay, budget: Budget) -> int:
    """Calls of both sides, at least two, until the budget is used or calls no longer get faster. Returns how many.

    Raises ``NotMeasured`` when calls are much too long for an interval.
    """
    best, since, count = float("inf"), 0, 0
    while count < 2 or (budget.left and since < 10):
        sides = [sum(replay.seconds(side).values()) for side in SIDES]
        if LEAST * sum(sides) > max(GRACE, HOPELESS * budget.seconds / WARMUP_SHARE):
            raise NotMeasured(_too_long(sum(sides)))
        took = min(sides)
        since = 0 if took < 0.98 * best else since + 1
        best, count = min(best, took), count + 1
    return count


def _calls(replay: Replay, budget: Budget) -> int:
    """How many calls make a block: enough for the faster side to fill it, few enough for :data:`ENOUGH` pairs.

    Found by trying, since one call after a pause takes longer than calls in a row.
    """
    most = MOST_CALLS if replay.runs_again else FEW_CALLS
    calls, trying = 1, budget.part(WARMUP_SHARE)
    while calls < most and trying.left:
        took = [min(sum(replay.seconds(side, calls).values()) for _ in range(2)) for side in SIDES]
        wanted = max(2, min(16, int(BLOCK / min(took))))
        if min(took) >= BLOCK or sum(took) * wanted * ENOUGH > budget.left:
            break
        calls = min(most, calls * wanted)
    return calls


def _is_close(pairs: Pairs, number: int) -> bool:
    """Whether the ratio is known so well that the rest of the budget is of no use; asked now and then."""
    if number < 64 or number % 32:
        return False
    found = ratio(pairs.of("eager"), pairs.of("compiled"))
    return found.high - found.low < 2 * CLOSE_ENOUGH * found.median


@contextlib.contextmanager
def no_collection() -> Iterator[None]:
    """No garbage collection in the body: one would be charged to whatever call it falls into."""
    enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
