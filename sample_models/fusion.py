"""What Inductor fuses into one kernel and what stays apart.

The report must show that the pointwise chain and the softmax are one group of nodes, that the matrix product is a
library call of its own, why the sum over the other dimension was not fused with them, a scaled softmax that a pattern
replaced, a value that is known at compile time, and a buffer that takes over another's memory.
"""

import torch


def model(x):
    scale = torch.ones(32) * 3
    hidden = torch.relu(x) * scale + 1
    weights = (hidden * 0.5).softmax(-1)
    return torch.tanh(weights @ weights.t()), torch.sigmoid(hidden).sum(0)


def build():
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(16, 32),)}
