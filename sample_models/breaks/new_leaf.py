"""A tensor created with ``requires_grad=True`` inside the function: a graph makes no new leaves.

The report must show one break (GB0225) at ``torch.zeros`` and two graphs. ``fixed()`` takes the leaf as an argument.
"""

import torch

BREAKS = "GB0225"


def perturbed(x, weight):
    y = torch.tanh(x @ weight)
    offset = torch.zeros(y.shape, requires_grad=True)
    return ((y + offset) @ weight).sum()


def perturbed_given(x, weight, offset):
    y = torch.tanh(x @ weight)
    return ((y + offset) @ weight).sum()


def build():
    torch.manual_seed(0)
    return {"model": perturbed, "inputs": (torch.randn(4, 8), torch.randn(8, 8))}


def fixed():
    torch.manual_seed(0)
    inputs = (torch.randn(4, 8), torch.randn(8, 8), torch.zeros(4, 8, requires_grad=True))
    return {"model": perturbed_given, "inputs": inputs}
