"""Medians and intervals on samples whose truth is known: coverage, drift, outliers, two modes."""

from __future__ import annotations

from collections.abc import Callable

import numpy
import pytest

from explorer.measure.statistics import LEAST, block_length, interval, is_conclusive, ratio

Pair = tuple[numpy.ndarray, numpy.ndarray]
RANDOM = numpy.random.default_rng(7)


def independent(n: int) -> Pair:
    return numpy.exp(RANDOM.normal(0, 0.2, n)), numpy.exp(RANDOM.normal(0, 0.2, n))


def outliers(n: int) -> Pair:
    def side() -> numpy.ndarray:
        spikes = numpy.where(RANDOM.random(n) < 0.1, 1 + 5 * RANDOM.pareto(1, n), 1)
        return numpy.exp(RANDOM.normal(0, 0.05, n)) * spikes

    return side(), side()


def bimodal(n: int) -> Pair:
    def side() -> numpy.ndarray:
        return numpy.where(RANDOM.random(n) < 0.7, 1.0, 1.6) * numpy.exp(RANDOM.normal(0, 0.02, n))

    return side(), side()


def drifting(n: int) -> Pair:
    """Both sides become slower together, by a third."""
    drift = numpy.linspace(1, 1.3, n)
    return drift * numpy.exp(RANDOM.normal(0, 0.05, n)), drift * numpy.exp(RANDOM.normal(0, 0.05, n))


def wandering(n: int) -> Pair:
    """Neighbours are alike: an autoregressive process."""

    def side() -> numpy.ndarray:
        noise = RANDOM.normal(0, 0.1, n + 50)
        for at in range(1, n + 50):
            noise[at] += 0.5 * noise[at - 1]
        return numpy.exp(noise[50:])

    return side(), side()


@pytest.mark.parametrize(
    "samples", [independent, outliers, bimodal, drifting, wandering], ids=lambda each: each.__name__
)
def test_the_interval_of_a_ratio_holds_the_truth(samples: Callable[[int], Pair]) -> None:
    true, rounds, held = 2.5, 80, 0
    for _ in range(rounds):
        one, other = samples(60)
        found = ratio(one * true, other)
        held += found.low <= true <= found.high
    assert held / rounds >= 0.87  # 95 % is promised; 87 % is three standard errors below, with 80 rounds


def test_what_both_sides_share_does_not_widen_the_ratio() -> None:
    drift = numpy.linspace(1, 3, 60)
    shared = ratio(drift * 2.0, drift)
    assert shared.high - shared.low < 1e-9
    alone = interval(drift)
    assert alone.high - alone.low > 0.2


def test_drift_is_not_mistaken_for_precision() -> None:
    steady = numpy.exp(RANDOM.normal(0, 0.1, 100))
    drifting_one = numpy.sort(steady)
    assert block_length(drifting_one) > block_length(steady)
    wide, narrow = interval(drifting_one), interval(steady)
    assert wide.high - wide.low > 1.5 * (narrow.high - narrow.low)


def test_an_outlier_does_not_move_the_median() -> None:
    samples = [1.0] * 40
    samples[7] = 1e6
    found = interval(samples)
    assert (found.median, found.low, found.high, found.runs) == (1.0, 1.0, 1.0, 40)


def test_the_same_samples_give_the_same_interval() -> None:
    one, other = independent(30)
    assert ratio(one, other) == ratio(one, other)


def test_conclusive_is_when_one_is_outside() -> None:
    one = numpy.exp(RANDOM.normal(0, 0.05, 40))
    assert is_conclusive(ratio(one * 2, one[::-1]))
    assert not is_conclusive(ratio(one, one[::-1]))
    assert is_conclusive(ratio(one / 2, one[::-1]))


def test_too_few_or_unpaired_samples_are_refused() -> None:
    with pytest.raises(ValueError, match=f"{LEAST} are needed"):
        interval([1.0] * (LEAST - 1))
    with pytest.raises(ValueError, match="pairs"):
        ratio([1.0] * 10, [1.0] * 11)
