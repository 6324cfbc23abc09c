"""A part that was once compiled with ``torch.jit.script``: Dynamo does not look into TorchScript.

The report must show the break (GB4695) at the scripted part and that the function runs in Python; the parts beside it
are compiled one by one. ``fixed()`` uses the plain module that it was scripted from.
"""

import torch
from torch import nn

BREAKS = "GB4695"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Classifier(nn.Module):
    def __init__(self, prepare, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)
        self.part = prepare(nn.Sequential(nn.Linear(width, width), nn.Tanh()))

    def forward(self, x):
        return self.head(self.part(self.embed(x)))


def build(prepare=torch.jit.script):
    torch.manual_seed(0)
    return {"model": Classifier(prepare).eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(nn.Module.eval)
