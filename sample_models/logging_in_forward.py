"""A logger called in forward: it cuts the model into two graphs, even when nothing is written.

The report must show one graph break at the call of the logger. ``fixed()`` logs only while the model is not being
compiled.
"""

import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Scaled(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, x):
        x = torch.sigmoid(self.first(x))
        logger.debug("half way")
        return self.second(x)


class Silent(Scaled):
    def forward(self, x):
        x = torch.sigmoid(self.first(x))
        if not torch.compiler.is_compiling():
            logger.debug("half way")
        return self.second(x)


def build(model=Scaled):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 16),)}


def fixed():
    return build(Silent)
