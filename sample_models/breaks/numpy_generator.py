"""Noise of a numpy ``Generator`` inside forward: its methods are C code with a state of their own.

The report must show one break (GB0156) at ``self.rng.standard_normal``. ``fixed()`` draws the noise in the data
pipeline and passes it in as a tensor.
"""

import numpy as np
import torch
from torch import nn

BREAKS = "GB0156"


class Noisy(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.rng = np.random.default_rng(0)

    def forward(self, x):
        y = torch.relu(self.linear(x))
        return y + 0.1 * self.rng.standard_normal()


class NoiseGiven(Noisy):
    def forward(self, x, noise):
        return torch.relu(self.linear(x)) + 0.1 * noise


def build():
    torch.manual_seed(0)
    return {"model": Noisy().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    torch.manual_seed(0)
    model, x = NoiseGiven().eval(), torch.randn(4, 8)
    return {"model": model, "inputs": (x, torch.tensor(model.rng.standard_normal(), dtype=torch.float32))}
