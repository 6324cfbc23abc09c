"""A tensor turned into a Python number with .item(): the graph ends there.

The report must show one graph break at the .item() call and two graphs. ``fixed()`` keeps the number a tensor, which
divides just as well.
"""

import torch
from torch import nn


class Normalised(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        y = self.linear(x)
        largest = y.abs().max().item()
        return torch.tanh(y / largest)


class StaysTensor(Normalised):
    def forward(self, x):
        y = self.linear(x)
        largest = y.abs().max()
        return torch.tanh(y / largest)


def build(model=Normalised):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 16),)}


def fixed():
    return build(StaysTensor)
