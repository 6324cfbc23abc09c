"""A lock held while two layers run: Dynamo knows no rule for entering a ``threading.Lock``.

The report must show one break (GB0142) at the ``with`` and that the whole function runs in Python; only the two layers
that it calls are compiled, each by itself. ``fixed()`` has no lock: who shares the model takes it around the call.
"""

import threading

import torch
from torch import nn

BREAKS = "GB0142"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Locked(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 4)
        self.lock = threading.Lock()

    def forward(self, x):
        with self.lock:
            return self.head(self.embed(x))


class Unlocked(Locked):
    def forward(self, x):
        return self.head(self.embed(x))


def build(model=Locked):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 16),)}


def fixed():
    return build(Unlocked)
