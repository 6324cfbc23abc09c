"""``retain_grad()`` on an activation, to look at its gradient later: inside a graph there is no such tensor to keep.

The report must show one break (GB0108) and that the whole function runs in Python; its layers are compiled one by one.
``fixed()`` returns the activation: the caller asks ``torch.autograd.grad`` for its gradient.
"""

import torch
from torch import nn

BREAKS = "GB0108"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Inspected(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)

    def forward(self, x):
        hidden = self.embed(x)
        hidden.retain_grad()
        return self.head(hidden), hidden


class Returned(Inspected):
    def forward(self, x):
        hidden = self.embed(x)
        return self.head(hidden), hidden


def build(model=Inspected):
    torch.manual_seed(0)
    return {"model": model(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(Returned)
