"""A helper marked with ``torch.compiler.disable`` that somebody once needed: the graph ends at every call of it.

The report must show one break (GB0098) at the call and two graphs. ``fixed()`` uses the same helper without the mark.
"""

import torch
from torch import nn

BREAKS = "GB0098"


def rotated(x):
    first, second = x.chunk(2, -1)
    return torch.cat((-second, first), -1)


rotated_in_eager = torch.compiler.disable(rotated)


class Rotary(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        x = self.linear(x)
        return x * torch.cos(x) + rotated_in_eager(x) * torch.sin(x)


class RotaryTraced(Rotary):
    def forward(self, x):
        x = self.linear(x)
        return x * torch.cos(x) + rotated(x) * torch.sin(x)


def build(model=Rotary):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(RotaryTraced)
