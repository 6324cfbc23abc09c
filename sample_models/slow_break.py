"""Two graph breaks, one of which waits: what a break costs is the time at it.

Measured, the report must rank the break at ``time.sleep`` first: at least the time that it sleeps lies between the
graphs on its two sides, while the other break costs only the way from one graph to the next. ``fixed()`` waits before
the model is called and is one graph.
"""

import time

import torch
from torch import nn

PAUSE = 0.005
"""Seconds."""


class Waiting(nn.Module):
    def __init__(self, width: int = 64) -> None:
        super().__init__()
        self.up = nn.Linear(width, width)
        self.down = nn.Linear(width, width)

    def forward(self, x):
        hidden = torch.relu(self.up(x))
        torch._dynamo.graph_break()
        hidden = torch.tanh(hidden)
        time.sleep(PAUSE)
        return self.down(hidden)


class Straight(Waiting):
    def forward(self, x):
        return self.down(torch.tanh(torch.relu(self.up(x))))


def build(model=Waiting):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(32, 64),), "contexts": [torch.no_grad]}


def fixed():
    return build(Straight)
