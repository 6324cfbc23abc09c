"""An ``autograd.Function`` that also defines ``jvp``: Dynamo traces functions with a backward only.

The report must show one break (GB0144) at ``apply`` and two graphs. ``fixed()`` uses the same function without ``jvp``.
"""

import torch

BREAKS = "GB0144"


class Straight(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, gradient):
        return gradient


class StraightBothWays(Straight):
    @staticmethod
    def jvp(ctx, tangent):
        return tangent


def rounded(x):
    y = torch.sigmoid(x) * 10
    return StraightBothWays.apply(y) / 10


def rounded_backward_only(x):
    y = torch.sigmoid(x) * 10
    return Straight.apply(y) / 10


def build(model=rounded):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8, requires_grad=True),)}


def fixed():
    return build(rounded_backward_only)
