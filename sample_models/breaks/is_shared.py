"""A question about memory, ``is_shared()``, between two operations: it answers with a bool that no graph can hold.

The report must show one break (GB0208) at ``is_shared()`` and two graphs. ``fixed()`` leaves the question to the code
that makes the batch, before the compiled call, which passes a copy if it must.
"""

import torch
from torch import nn

BREAKS = "GB0208"


class Loading(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        scaled = torch.relu(self.linear(x / 255))
        if x.is_shared():
            x = x.clone()
        return scaled - x.mean()


class Loaded(Loading):
    def forward(self, x):
        scaled = torch.relu(self.linear(x / 255))
        return scaled - x.mean()


def build(model=Loading):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.rand(4, 8) * 255,)}


def fixed():
    return build(Loaded)
