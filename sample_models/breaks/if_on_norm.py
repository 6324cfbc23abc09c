"""An ``if`` on the norm of a tensor, to clip it: Python must know the number before it can choose.

The report must show one break (GB0170) at the ``if`` with the effect that Python decides the branch. ``fixed()``
clips without choosing: the scale is clamped to at most 1, which changes nothing where nothing is to be clipped.
"""

import torch
from torch import nn

BREAKS = "GB0170"


class Clipped(nn.Module):
    def __init__(self, width: int = 8, largest: float = 1.0) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.largest = largest

    def forward(self, x):
        y = self.linear(x)
        norm = y.norm()
        if norm > self.largest:
            y = y * (self.largest / norm)
        return torch.tanh(y)


class ClippedBranchless(Clipped):
    def forward(self, x):
        y = self.linear(x)
        return torch.tanh(y * (self.largest / y.norm()).clamp(max=1.0))


def build(model=Clipped):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(ClippedBranchless)
