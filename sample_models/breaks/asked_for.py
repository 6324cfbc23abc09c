"""A break that the code asks for with ``torch._dynamo.graph_break()``, left over from debugging.

The report must show one break (GB0025) at the call, two graphs, and that it can simply be removed: ``fixed()``.
"""

import torch
from torch import nn

BREAKS = "GB0025"


class Residual(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        y = self.norm(x)
        torch._dynamo.graph_break()
        return x + self.linear(y)


class Whole(Residual):
    def forward(self, x):
        y = self.norm(x)
        return x + self.linear(y)


def build(model=Residual):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(Whole)
