"""An optimizer's ``zero_grad()`` between two parts of a step: torch marks it as not to be traced.

The report must show one break (GB0008) at ``zero_grad()``. ``fixed()`` is the loss alone: the loop around the compiled
call clears the gradients before it.
"""

import torch
from torch import nn

BREAKS = "GB0008"


class Step(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.net = nn.Linear(width, width)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def forward(self, x):
        y = torch.tanh(self.net(x))
        self.optimizer.zero_grad()
        return (y - x).square().mean()


class Loss(Step):
    def forward(self, x):
        y = torch.tanh(self.net(x))
        return (y - x).square().mean()


def build(model=Step):
    torch.manual_seed(0)
    return {"model": model(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(Loss) | {"train": True}
