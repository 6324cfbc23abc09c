"""A Python number on the module that changes on every call: each new value is a new compile.

The report must show one recompile for each further call, with the guard on ``self.steps``. ``fixed()`` counts in a
buffer, which is a tensor and an input of the graph, so that one compile serves all calls.
"""

import torch
from torch import nn


class Counting(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.steps = 0

    def forward(self, x):
        self.steps += 1
        return self.linear(x) / self.steps


class CountingInBuffer(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.register_buffer("steps", torch.zeros(()))

    def forward(self, x):
        self.steps += 1
        return self.linear(x) / self.steps


def build(model=Counting):
    torch.manual_seed(0)
    calls = [((torch.randn(4, 8),), {}) for _ in range(4)]
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),), "calls": calls}


def fixed():
    return build(CountingInBuffer)
