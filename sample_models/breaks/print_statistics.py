"""A print of a statistic in the middle of a block: printing cannot be part of a graph.

The report must show one break (GB0059) at the print, two graphs, and that the code goes on after it. ``fixed()``
returns the statistic beside the result and leaves the printing to the caller.
"""

import torch
from torch import nn

BREAKS = "GB0059"


class Block(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def forward(self, x):
        hidden = torch.relu(self.up(x))
        active = (hidden > 0).float().mean()
        print("share of active units:", active)
        return self.down(hidden), active


class Reporting(Block):
    def forward(self, x):
        hidden = torch.relu(self.up(x))
        return self.down(hidden), (hidden > 0).float().mean()


def build(model=Block):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 16),)}


def fixed():
    return build(Reporting)
