"""A checkpointed block that counts its calls: the block becomes a body that must not change what is outside it.

The report must show one break (GB0067) at ``checkpoint`` and several graphs. ``fixed()`` counts outside the block.
"""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint

BREAKS = "GB0067"


class Counted(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.seen = torch.zeros(2)

    def block(self, x):
        self.seen = self.seen + 1
        return torch.tanh(self.linear(x))

    def forward(self, x):
        y = checkpoint(self.block, x * 2, use_reentrant=False)
        return y.softmax(-1)


class CountedOutside(Counted):
    def block(self, x):
        return torch.tanh(self.linear(x))

    def forward(self, x):
        self.seen = self.seen + 1
        return super().forward(x)


def build(model=Counted):
    torch.manual_seed(0)
    return {"model": model(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(CountedOutside)
