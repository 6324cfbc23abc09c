"""Compiled autograd: the backward of a whole step is traced as it runs, hooks included, and compiled by itself.

The report must show the break at ``backward()``, and the compile of the backward under an id of its own
(``!0/…``), with the graph that the autograd engine was traced into.
"""

import torch
from torch import nn


class Step(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)

    def forward(self, x):
        loss = torch.tanh(self.linear(x)).square().mean()
        loss.backward()
        return loss.detach()


def build():
    torch.manual_seed(0)
    return {"model": Step(), "inputs": (torch.randn(4, 8),), "config": {"compiled_autograd": True}}
