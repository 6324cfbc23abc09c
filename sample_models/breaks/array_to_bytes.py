"""A fingerprint of an activation from ``ndarray.tobytes()``: this method of numpy's arrays is not modelled.

The report must show one break (GB0158) at ``tobytes()``. ``fixed()`` returns the activation too: the caller makes the
fingerprint of what it gets.
"""

import torch
from torch import nn

BREAKS = "GB0158"


class Fingerprinted(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        self.last = b""

    def forward(self, x):
        hidden = torch.relu(self.first(x))
        self.last = hidden.detach().numpy().tobytes()
        return self.second(hidden), hidden


class Plain(Fingerprinted):
    def forward(self, x):
        hidden = torch.relu(self.first(x))
        return self.second(hidden), hidden


def build(model=Fingerprinted):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(Plain)
