"""A training step that calls ``backward()`` inside the compiled function: Dynamo does not trace it by default.

The report must show one break (GB0123) at ``loss.backward()`` and two graphs. ``fixed()`` compiles the loss alone and
leaves ``backward()`` to the loop around it; the backward pass is compiled all the same.
"""

import torch
from torch import nn

BREAKS = "GB0123"


class Step(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.net = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))

    def forward(self, x, y):
        loss = (self.net(x) - y).square().mean()
        loss.backward()
        return loss.detach() * len(x)


class Loss(Step):
    def forward(self, x, y):
        return (self.net(x) - y).square().mean() * len(x)


def build(model=Step):
    torch.manual_seed(0)
    return {"model": model(), "inputs": (torch.randn(4, 8), torch.randn(4, 1))}


def fixed():
    return build(Loss) | {"train": True}
