"""A graph break inside a loop: the whole function is given up, and nothing of it is compiled.

The report must show the break at the .item() call with the effect "whole frame skipped" and no graph at all.
``fixed()`` collects tensors in the loop and asks for the numbers once, after it.
"""

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, width: int = 8, depth: int = 3) -> None:
        super().__init__()
        self.weights = nn.Parameter(torch.randn(depth, width, width) / width)

    def forward(self, x):
        sizes = []
        for weight in self.weights:
            x = torch.tanh(x @ weight)
            sizes.append(x.abs().max().item())
        return x, torch.tensor(sizes)


class OneStack(Stack):
    def forward(self, x):
        sizes = []
        for weight in self.weights:
            x = torch.tanh(x @ weight)
            sizes.append(x.abs().max())
        return x, torch.stack(sizes)


def build(model=Stack):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),), "contexts": [torch.no_grad]}


def fixed():
    return build(OneStack)
