"""Mixed precision with an autocast region: matrix products in bfloat16, the rest in float32.

The report must show one graph that enters and leaves autocast, no break, and the two dtypes in the shapes of its
nodes.
"""

import torch
from torch import nn


class Mixed(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = torch.relu(self.first(x))
            y = self.second(hidden)
        return y.float() + x


def build():
    torch.manual_seed(0)
    return {"model": Mixed().eval(), "inputs": (torch.randn(4, 16),)}
