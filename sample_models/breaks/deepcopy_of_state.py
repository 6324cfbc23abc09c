"""A tensor copied with ``copy.deepcopy`` before it is changed in place.

The report must show one break (GB4198) at ``deepcopy`` and two graphs. ``fixed()`` copies with ``clone()``, which is an
operation of the graph.
"""

import copy

import torch
from torch import nn

BREAKS = "GB4198"


class Smoothed(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x, state):
        y = torch.tanh(self.linear(x))
        average = copy.deepcopy(state)
        average.mul_(0.9).add_(y.mean(0), alpha=0.1)
        return y - average, average


class SmoothedByClone(Smoothed):
    def forward(self, x, state):
        y = torch.tanh(self.linear(x))
        average = state.clone()
        average.mul_(0.9).add_(y.mean(0), alpha=0.1)
        return y - average, average


def build(model=Smoothed):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8), torch.zeros(8)), "contexts": [torch.no_grad]}


def fixed():
    return build(SmoothedByClone)
