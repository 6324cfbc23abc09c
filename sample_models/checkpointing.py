"""Selective activation checkpointing: what the backward makes again, and what it was told to keep.

The report must show the checkpointed region as a graph of its own, that the backward computes its sigmoid and tanh
again because checkpointing asked for it, and that the matrix products are kept.
"""

from functools import partial

import torch
from torch import nn
from torch.utils.checkpoint import CheckpointPolicy, checkpoint, create_selective_checkpoint_contexts


def policy(ctx, operator, *args, **kwargs):
    if operator in (torch.ops.aten.mm.default, torch.ops.aten.addmm.default):
        return CheckpointPolicy.MUST_SAVE
    return CheckpointPolicy.MUST_RECOMPUTE


class Block(nn.Module):
    def __init__(self, width: int = 32) -> None:
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def gated(self, x):
        hidden = self.up(x)
        return torch.sigmoid(self.down(torch.tanh(hidden) * hidden))

    def forward(self, x):
        contexts = partial(create_selective_checkpoint_contexts, policy)
        return checkpoint(self.gated, torch.relu(x), use_reentrant=False, context_fn=contexts) + x


def build():
    torch.manual_seed(0)
    return {"model": Block(), "inputs": (torch.randn(16, 32),), "train": True}
