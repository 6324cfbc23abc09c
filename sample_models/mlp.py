"""A plain multilayer perceptron: one graph, nothing cut, nothing compiled twice.

The report must show one graph of five operations, no graph breaks and no recompiles, and that fullgraph=True works.
"""

import torch
from torch import nn


class MLP(nn.Module):
    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        hidden = torch.nn.functional.gelu(self.up(self.norm(x)))
        return x + self.down(hidden)


def build():
    torch.manual_seed(0)
    return {"model": MLP().eval(), "inputs": (torch.randn(16, 64),)}
