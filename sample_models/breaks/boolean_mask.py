"""Rows picked by a boolean mask: how many there are depends on the data, so the result has no known shape.

The report must show one break (GB0036) at the indexing and two graphs. ``fixed()`` multiplies the mask in and divides
by its sum, which gives the same mean at a fixed size.
"""

import torch
from torch import nn

BREAKS = "GB0036"


class MaskedLoss(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, 1)

    def forward(self, x, valid):
        error = self.linear(x).squeeze(-1).square()
        return error[valid].mean().sqrt()


class WeightedLoss(MaskedLoss):
    def forward(self, x, valid):
        error = self.linear(x).squeeze(-1).square()
        return ((error * valid).sum() / valid.sum()).sqrt()


def build(model=MaskedLoss):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(6, 8), torch.arange(6) < 4)}


def fixed():
    return build(WeightedLoss)
