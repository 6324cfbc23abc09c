"""A batch that is compiled for any size, and one line that compares it with a number: the size is fixed after all.

The report must show (in "Dynamic sizes") that dimension 0 of x was fixed to 8, by which line, while dimension 1 stays
dynamic, and one recompile when the batch changes. ``fixed()`` needs no such line.
"""

import torch
from torch import nn


class Padded(nn.Module):
    def forward(self, x):
        if x.shape[0] == 8:
            return torch.softmax(x, -1)
        return torch.softmax(torch.cat([x, x.new_zeros(8 - x.shape[0], x.shape[1])]), -1)[: x.shape[0]]


class Plain(nn.Module):
    def forward(self, x):
        return torch.softmax(x, -1)


def build(model=Padded):
    torch.manual_seed(0)
    calls = [((torch.randn(6, 16),), {})]
    return {
        "model": model(), "inputs": (torch.randn(8, 16),), "calls": calls, "compile_kwargs": {"dynamic": True},
    }  # fmt: skip


def fixed():
    return build(Plain)
