"""Batches of different sizes: the second size makes torch compile again, for any size from then on.

The report must show one recompile that names the dimension which changed, none for the sizes after it, and that the
second graph has a symbol in place of the number. ``fixed()`` says at once that sizes vary: one compile for all.
"""

import torch
from torch import nn


class Pooled(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return torch.softmax(self.linear(x), -1).mean(0)


def build():
    torch.manual_seed(0)
    calls = [((torch.randn(size, 8),), {}) for size in (6, 10, 15)]
    return {"model": Pooled().eval(), "inputs": (torch.randn(4, 8),), "calls": calls}


def fixed():
    return build() | {"compile_kwargs": {"dynamic": True}}
