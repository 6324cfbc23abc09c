"""What a training step keeps in memory between forward and backward.

The report must show the tensors that the forward keeps, with their bytes, lines and whether each is an activation, an
input or a parameter, the nodes that the backward computes again because that is cheaper, and a running count that is
changed in place. Under activation checkpointing, ``fixed()``, fewer bytes of activations are kept.
"""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self, width: int = 32, again: bool = False) -> None:
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)
        self.again = again
        self.register_buffer("seen", torch.zeros(()))

    def widen(self, x):
        hidden = torch.sigmoid(self.up(x))
        return self.down(torch.tanh(hidden) * hidden)

    def forward(self, x):
        self.seen.add_(1)
        return checkpoint(self.widen, x, use_reentrant=False) if self.again else self.widen(x)


def build():
    torch.manual_seed(0)
    return {"model": Block(), "inputs": (torch.randn(16, 32),), "train": True}


def fixed():
    torch.manual_seed(0)
    return {"model": Block(again=True), "inputs": (torch.randn(16, 32),), "train": True}
