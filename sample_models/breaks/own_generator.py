"""Dropout drawn from a ``torch.Generator`` of its own: a generator cannot be an argument inside a graph.

The report must show one break (GB0055) at ``torch.rand``. ``fixed()`` is given the random numbers: the caller draws
them from the same generator before the compiled call.
"""

import torch
from torch import nn

BREAKS = "GB0055"


class SeededDropout(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.generator = torch.Generator().manual_seed(0)

    def forward(self, x):
        y = self.linear(x)
        keep = torch.rand(y.shape, generator=self.generator) < 0.9
        return y * keep / 0.9


class GivenDropout(SeededDropout):
    def forward(self, x, drawn):
        y = self.linear(x)
        return y * (drawn < 0.9) / 0.9


def build():
    torch.manual_seed(0)
    return {"model": SeededDropout(), "inputs": (torch.randn(4, 8),)}


def fixed():
    torch.manual_seed(0)
    model, x = GivenDropout(), torch.randn(4, 8)
    return {"model": model, "inputs": (x, torch.rand(4, 8, generator=model.generator))}
