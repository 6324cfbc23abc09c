"""A loop over the places where a mask holds: how many there are depends on the data, so the loop runs in Python.

The report must show breaks at the loop, and ``x.suggest()`` must offer the edit that ``fixed()`` holds: all places at
once, those of the mask kept with torch.where.
"""

import torch
from torch import nn


class Boost(nn.Module):
    def forward(self, x):
        out = torch.tanh(x)
        for row in (x[:, 0] > 0).nonzero().flatten():
            out[row] = out[row] * 2
        return out


class BoostAtOnce(nn.Module):
    def forward(self, x):
        out = torch.tanh(x)
        out[:] = torch.where((x[:, 0] > 0).unsqueeze(-1), out * 2, out)
        return out


def build(model=Boost):
    torch.manual_seed(0)
    return {"model": model(), "inputs": (torch.randn(6, 4),)}


def fixed():
    return build(BoostAtOnce)
