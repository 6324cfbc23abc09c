"""A print left in forward: it cuts the model into two graphs.

The report must show one graph break at the print (the code goes on after it in a second graph) and that
fullgraph=True does not work. ``fixed()`` prints only while the model is not being compiled.
"""

import torch
from torch import nn


class Block(nn.Module):
    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)

    def forward(self, x):
        hidden = torch.relu(self.up(x))
        print("mean of the hidden layer:", hidden.mean())
        return self.down(hidden)


class QuietBlock(Block):
    def forward(self, x):
        hidden = torch.relu(self.up(x))
        if not torch.compiler.is_compiling():
            print("mean of the hidden layer:", hidden.mean())
        return self.down(hidden)


def build(model=Block):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(8, 32),)}


def fixed():
    return build(QuietBlock)
