"""A print inside a function that torch.func.grad differentiates: the transform cannot be compiled in parts.

The report must show the break, that it lies inside ``grad``, and that the transformed function runs uncompiled.
``fixed()`` prints after the transform, and everything around the print is compiled.
"""

import torch
from torch.func import grad


class Slope(torch.nn.Module):
    def __init__(self, inside: bool = True) -> None:
        super().__init__()
        self.inside = inside

    def loss(self, x):
        value = x.sin().sum()
        if self.inside:
            print("loss")
        return value

    def forward(self, x):
        return grad(self.loss)(x * 2) + 1


def build():
    torch.manual_seed(0)
    return {"model": Slope(), "inputs": (torch.randn(3),)}


def fixed():
    torch.manual_seed(0)
    return {"model": Slope(inside=False), "inputs": (torch.randn(3),)}
