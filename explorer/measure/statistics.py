"""Medians of paired samples and how far they can be trusted: a bootstrap over blocks, so that drift counts.

Neighbouring samples of a machine are alike (its clock, its other programs), so that resampling them one by one would
promise more than a second run could keep. Whole stretches are drawn instead, both sides of a pair together
(the circular block bootstrap of Politis and Romano, 1992).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from explorer.report.interval import Interval

CONFIDENCE = 0.95
DRAWS = 2000
LEAST = 6
"""Samples: fewer have no interval worth telling."""


def interval(samples: Sequence[float]) -> Interval:
    """The median of ``samples``, in the order in which they were taken, with its 95 % interval.

    Raises ``ValueError`` for fewer than :data:`LEAST`.
    """
    import numpy

    values = _checked(samples)
    drawn = numpy.median(values[_draws(values)], axis=1)
    return _around(float(numpy.median(values)), drawn, len(values))


def ratio(numerators: Sequence[float], denominators: Sequence[float]) -> Interval:
    """The ratio of the medians of samples that were taken in pairs, with its 95 % interval.

    Raises ``ValueError`` for samples of different number, or fewer than :data:`LEAST`.
    """
    import numpy

    one, other = _checked(numerators), _checked(denominators)
    if len(one) != len(other):
        raise ValueError(f"samples must come in pairs, not {len(one)} and {len(other)}")
    drawn = _draws(numpy.log(one) - numpy.log(other))
    values = numpy.median(one[drawn], axis=1) / numpy.median(other[drawn], axis=1)
    return _around(float(numpy.median(one) / numpy.median(other)), values, len(one))


def is_conclusive(speedup: Interval) -> bool:
    """Whether the interval of a ratio leaves 1 out."""
    return not speedup.low <= 1.0 <= speedup.high


def block_length(values: Sequence[float]) -> int:
    """How many neighbours are drawn together: more, the more alike they are.

    From the first autocorrelation r as for an autoregressive process: (2 r / (1 - r²))^(2/3) n^(1/3), the optimum for a
    mean (Politis and White, 2004), at least n^(1/3) and at most a fifth of the samples.
    """
    import numpy

    n = len(values)
    ranks = numpy.argsort(numpy.argsort(values)).astype(float)  # an outlier shall not hide what its neighbours share
    centred = ranks - ranks.mean()
    power = float((centred**2).sum())
    alike = float((centred[1:] * centred[:-1]).sum()) / power if power > 0 else 0.0
    alike = min(max(alike, 0.0), 0.97)
    wanted = max(1.0, (2 * alike / (1 - alike**2)) ** (2 / 3)) * n ** (1 / 3)
    return max(1, min(int(wanted + 0.5), n // 5))


def _checked(samples: Sequence[float]) -> Any:
    import numpy

    values = numpy.asarray(samples, dtype=float)
    if len(values) < LEAST:
        raise ValueError(f"{len(values)} samples are too few for an interval: {LEAST} are needed")
    return values


def _draws(values: Any) -> Any:
    """Indices into ``values``, a row for each draw; the same each time for as many values."""
    import numpy

    n, length = len(values), block_length(values)
    blocks = -(-n // length)
    starts = numpy.random.default_rng(n).integers(0, n, size=(DRAWS, blocks))
    drawn = (starts[:, :, None] + numpy.arange(length)) % n
    return drawn.reshape(DRAWS, blocks * length)[:, :n]


def _around(median: float, drawn: Any, runs: int) -> Interval:
    """The interval of ``drawn`` at 95 %, a little wider for few samples, of which the bootstrap promises too much."""
    import numpy

    tail = (1 - CONFIDENCE) / 2 * max(0.0, 1 - 2 / runs**0.5)
    low, high = numpy.quantile(drawn, [tail, 1 - tail])
    return Interval(median=median, low=min(float(low), median), high=max(float(high), median), runs=runs)
