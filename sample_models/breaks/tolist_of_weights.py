"""Weights turned into a Python list of floats with ``tolist()`` to loop over them.

The report must show one break (GB0109) at ``tolist()``. ``fixed()`` multiplies the weights in as a tensor, which needs
no loop.
"""

import torch

BREAKS = "GB0109"


def mixture(experts, logits):
    weights = logits.softmax(-1).tolist()
    return sum(weight * expert for weight, expert in zip(weights, experts, strict=True))


def mixture_by_tensor(experts, logits):
    return (logits.softmax(-1)[:, None] * experts).sum(0)


def build(model=mixture):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(3, 8), torch.randn(3))}


def fixed():
    return build(mixture_by_tensor)
