"""Whole calls, eager and compiled in interleaved pairs: how long each takes, and what compiling has brought."""

from __future__ import annotations

import math
from collections.abc import Callable

import msgspec

from explorer.measure.budget import Budget
from explorer.measure.errors import NotMeasured
from explorer.measure.pairs import Pairs, take_pairs
from explorer.measure.regions import Regions
from explorer.measure.replay import Replay
from explorer.measure.statistics import LEAST, interval, is_conclusive, ratio
from explorer.report.interval import Interval
from explorer.report.timings import PartTimes, Timings


def measure(replay: Replay, note: Callable[..., None], budget: Budget) -> None:
    """Note ``explorer.timings``, the record :class:`~explorer.report.timings.Timings` as plain data.

    Raises ``NotMeasured`` when the budget is too small.
    """
    compiles = replay.compiles
    pairs = take_pairs(replay, budget.part(0.8))
    around = _around_graphs(replay, pairs, budget)
    note("timings", msgspec.to_builtins(_timings(replay, pairs, around, recompiled=replay.compiles - compiles)))


def _timings(replay: Replay, pairs: Pairs, around: tuple[Interval, Interval] | None, *, recompiled: int) -> Timings:
    import torch

    eager, compiled = interval(pairs.of("eager")), interval(pairs.of("compiled"))
    speedup = ratio(pairs.of("eager"), pairs.of("compiled"))
    first = replay.first_call
    compile_seconds = None if first is None else max(0.0, first - compiled.median)
    return Timings(
        eager=eager,
        compiled=compiled,
        speedup=speedup,
        conclusive=is_conclusive(speedup),
        pairs=len(pairs.eager),
        calls=pairs.calls,
        warmup=pairs.warmup,
        threads=torch.get_num_threads(),
        parts=tuple(_part(pairs, part) for part in pairs.parts()) if len(pairs.parts()) > 1 else (),
        first_call=first,
        compile=compile_seconds,
        pays_off_after=_pays_off(compile_seconds, eager, compiled, conclusive=is_conclusive(speedup)),
        graphs=around[0] if around else None,
        overhead=around[1] if around else None,
        notes=tuple(_notes(replay, recompiled)),
    )


def _part(pairs: Pairs, part: str) -> PartTimes:
    eager, compiled = pairs.of("eager", part), pairs.of("compiled", part)
    speedup = ratio(eager, compiled)
    return PartTimes(
        part=part,
        eager=interval(eager),
        compiled=interval(compiled),
        speedup=speedup,
        conclusive=is_conclusive(speedup),
    )


def _pays_off(compile_seconds: float | None, eager: Interval, compiled: Interval, *, conclusive: bool) -> int | None:
    gain = eager.median - compiled.median
    if compile_seconds is None or not conclusive or gain <= 0:
        return None
    return math.ceil(compile_seconds / gain)


def _around_graphs(replay: Replay, pairs: Pairs, budget: Budget) -> tuple[Interval, Interval] | None:
    """The seconds of one call inside the compiled graphs, and those of its forward around them."""
    if not replay.graphs:
        return None
    inside, outside = [], []
    for number in range(len(pairs.compiled)):
        if number >= LEAST and not budget.left:
            break
        regions = Regions(replay.graphs, replay.clock)
        with regions.watching():
            forward = replay.seconds("compiled")["forward"]
        if not regions.entered:
            return None
        inside.append(regions.seconds)
        outside.append(max(0.0, forward - regions.seconds))
    try:
        return interval(inside), interval(outside)
    except ValueError as few:
        raise NotMeasured(str(few)) from few


def _notes(replay: Replay, recompiled: int) -> list[str]:
    told = []
    if recompiled:
        told.append(f"Dynamo compiled {recompiled} times while calls were timed: they are no steady state.")
    changes = list(dict.fromkeys(name for name in replay.state.changes if not name.endswith(".grad")))
    if changes:
        more = f" and {len(changes) - 6} more" if len(changes) > 6 else ""
        told.append(f"Put back before each call: {', '.join(changes[:6])}{more}.")
    return told
