"""A print inside a ``with`` of a context manager of one's own: Dynamo cannot stop in the middle of it and go on.

The report must show the break (GB0059) with the effect "whole frame skipped", because of the context (GB0066); only the
layers are compiled, one by one. ``fixed()`` prints after the ``with``: there the break would cost one cut, and under
``is_compiling`` it costs none.
"""

import torch
from torch import nn

BREAKS, FIRST = "GB0066", "GB0059"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Section:
    """Notes that a part of the model is running."""

    depth = 0

    def __enter__(self):
        self.depth += 1

    def __exit__(self, *error):
        self.depth -= 1


class Model(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)

    def forward(self, x):
        with Section():
            hidden = self.embed(x)
            print("largest:", hidden.max())
            return self.head(hidden)


class PrintsAfter(Model):
    def forward(self, x):
        with Section():
            hidden = self.embed(x)
            y = self.head(hidden)
        if not torch.compiler.is_compiling():
            print("largest:", hidden.max())
        return y


def build(model=Model):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(PrintsAfter)
