"""A function marked with ``torch.compiler.disable(recursive=False)``: it is skipped, what it calls is compiled apart.

The report must show one break (GB0099) at the call. ``fixed()`` calls the same function without the mark.
"""

import torch

BREAKS = "GB0099"


def gate(x):
    return torch.sigmoid(x) * x


gate_in_eager = torch.compiler.disable(gate, recursive=False)


def mixed(x, weight):
    y = gate_in_eager(x @ weight)
    return (y + x).softmax(-1)


def mixed_in_one(x, weight):
    y = gate(x @ weight)
    return (y + x).softmax(-1)


def build(model=mixed):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(8, 8))}


def fixed():
    return build(mixed_in_one)
