"""A clock read around a layer to see how long it takes: ``time.perf_counter`` is C code that Dynamo cannot follow.

The report must show a break (GB0007) at each reading of the clock. The breaks change what is measured. ``fixed()``
leaves the measuring to a profiler around the compiled call.
"""

import time

import torch
from torch import nn

BREAKS = "GB0007"


class Timed(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        self.seconds = 0.0

    def forward(self, x):
        start = time.perf_counter()
        x = torch.relu(self.first(x))
        self.seconds = time.perf_counter() - start
        return self.second(x)


class Untimed(Timed):
    def forward(self, x):
        return self.second(torch.relu(self.first(x)))


def build(model=Timed):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 16),)}


def fixed():
    return build(Untimed)
