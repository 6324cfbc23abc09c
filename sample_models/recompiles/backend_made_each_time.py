"""Blocks compiled one by one, each with a backend object of its own: none can use the code of another.

The report must show that the blocks' function is compiled again for each block because of the backend. ``fixed()``
makes the backend once and gives that one to every ``torch.compile``.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_BACKEND", "BACKEND_MATCH", 3


class Block(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return x + torch.tanh(self.linear(x))


class Stack(nn.Module):
    """Runs its blocks in plain Python; each of them is compiled by itself."""

    def __init__(self, backends) -> None:
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in backends)
        pairs = zip(self.blocks, backends, strict=True)
        self.compiled = [torch.compile(block, backend=backend) for block, backend in pairs]

    @torch.compiler.disable(recursive=False)
    def forward(self, x):
        for block in self.compiled:
            x = block(x)
        return x


def new_backend():
    return lambda graph, inputs: graph.forward


def one_each(count):
    return [new_backend() for _ in range(count)]


def one_for_all(count):
    return [new_backend()] * count


def build(backends=one_each):
    torch.manual_seed(0)
    model = Stack(backends(4))
    return {"model": model.eval(), "inputs": (torch.randn(2, 8),), "contexts": [torch.no_grad]}


def fixed():
    return build(one_for_all)
