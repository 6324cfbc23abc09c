"""A parameter made in forward: Dynamo knows parameters only as parts of a module that exists.

The report must show one break (GB0264) at ``nn.Parameter`` and two graphs. ``fixed()`` makes it in ``__init__``.
"""

import torch
from torch import nn

BREAKS = "GB0264"


class Scaled(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        y = self.linear(x)
        gain = nn.Parameter(torch.full((y.shape[-1],), 0.5))
        return torch.relu(y) * gain


class ScaledFromStart(Scaled):
    def __init__(self, width: int = 8) -> None:
        super().__init__(width)
        self.gain = nn.Parameter(torch.full((width,), 0.5))

    def forward(self, x):
        return torch.relu(self.linear(x)) * self.gain


def build(model=Scaled):
    torch.manual_seed(0)
    model = model().eval()
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(ScaledFromStart)
