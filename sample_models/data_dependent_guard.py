"""A Python decision on a number that is known only when the program runs, in a graph that must be whole.

The report must show the error as what it is, with the condition and the line of the decision. ``fixed()`` lets the
graph take both sides.
"""

import torch


def decides(x):
    count = (x > 0).sum().item()
    return torch.sin(x) if count > 3 else torch.cos(x)


def selects(x):
    return torch.where((x > 0).sum() > 3, torch.sin(x), torch.cos(x))


def build(model=decides):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(8),), "compile_kwargs": {"fullgraph": True}}


def fixed():
    return build(selects)
