"""A small class defined inside the function that is compiled: building a class is not traced.

The report must show one break (GB8977) at the ``class`` line and two graphs. ``fixed()`` defines it at the top of the
module, where it is made once.
"""

from typing import NamedTuple

import torch

BREAKS = "GB8977"


class Scores(NamedTuple):
    mean: torch.Tensor
    spread: torch.Tensor


def summary(x):
    y = torch.log1p(x.abs())

    class Range:
        low, high = -1.0, 1.0

    return Scores(y.mean(), y.std().clamp(Range.low, Range.high))


class UnitRange:
    low, high = -1.0, 1.0


def summary_outside(x):
    y = torch.log1p(x.abs())
    return Scores(y.mean(), y.std().clamp(UnitRange.low, UnitRange.high))


def build(model=summary):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(summary_outside)
