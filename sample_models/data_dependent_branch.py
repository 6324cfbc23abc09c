"""An ``if`` on the value of a tensor: the compiler cannot know which way to go.

The report must show one graph break at the ``if`` (the code goes on in a graph of its own for the branch that was
taken), and, since the second call takes the other branch, a third graph without any recompile. ``fixed()`` computes
both and picks with torch.where.
"""

import torch
from torch import nn


class Gate(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width, bias=False)

    def forward(self, x):
        y = self.linear(x)
        if y.sum() > 0:
            y = torch.relu(y)
        return y + x


class Picks(Gate):
    def forward(self, x):
        y = self.linear(x)
        return torch.where(y.sum() > 0, torch.relu(y), y) + x


def build(model=Gate):
    torch.manual_seed(0)
    x = torch.randn(4, 16)
    return {"model": model().eval(), "inputs": (x,), "calls": [((-x,), {})]}


def fixed():
    return build(Picks)
