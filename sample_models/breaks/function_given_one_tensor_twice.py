"""An ``autograd.Function`` that is given the same tensor for two arguments.

The report must show one break (GB6297) at ``apply`` and two graphs. ``fixed()`` passes a view for the second one.
"""

import torch

BREAKS = "GB6297"


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, left, right):
        ctx.save_for_backward(left, right)
        return left * right

    @staticmethod
    def backward(ctx, gradient):
        left, right = ctx.saved_tensors
        return gradient * right, gradient * left


def energy(x, weight):
    y = x @ weight
    return Product.apply(y, y).sum(-1).sqrt()


def energy_of_view(x, weight):
    y = x @ weight
    return Product.apply(y, y.view_as(y)).sum(-1).sqrt()


def build(model=energy):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(4, 8), torch.randn(8, 8, requires_grad=True))}


def fixed():
    return build(energy_of_view)
