"""A line of logging between two products: a logger's methods cut the graph even where their level is off.

The report must show one break (GB0291) at ``logger.info`` and two graphs. ``fixed()`` asks for
``torch.compiler.is_compiling()`` first, so that eager runs still log.
"""

import logging

import torch
from torch import nn

BREAKS = "GB0291"
logger = logging.getLogger(__name__)


class Attention(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.query = nn.Linear(width, width)
        self.key = nn.Linear(width, width)

    def note(self, scores):
        logger.info("scores of shape %s", tuple(scores.shape))

    def forward(self, x):
        scores = self.query(x) @ self.key(x).transpose(-1, -2)
        self.note(scores)
        return torch.softmax(scores / x.shape[-1] ** 0.5, -1) @ x


class QuietAttention(Attention):
    def note(self, scores):
        if not torch.compiler.is_compiling():
            super().note(scores)


def build(model=Attention):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(2, 4, 16),)}


def fixed():
    return build(QuietAttention)
