"""A gradient penalty computed with ``torch.autograd.grad`` inside the compiled function.

The report must show one break (GB9186) at that call. ``fixed()`` asks ``torch.func.grad`` for the same gradient, which
Dynamo traces into the one graph.
"""

import torch

BREAKS = "GB9186"


def score(x, weight):
    return torch.tanh(x @ weight).sum()


def penalty(x, weight):
    (slope,) = torch.autograd.grad(score(x, weight), x)
    return (slope.norm(dim=-1) - 1).square().mean()


def penalty_by_func(x, weight):
    slope = torch.func.grad(score)(x, weight)
    return (slope.norm(dim=-1) - 1).square().mean()


def build(model=penalty):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8, requires_grad=True), torch.randn(8, 8))}


def fixed():
    return build(penalty_by_func)
