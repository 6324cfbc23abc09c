"""A graph break three calls deep: every caller on the way is cut too.

The report must show one break, in ``measure``, with the chain of calls that it cuts (``forward``, ``normalize``,
``measure``), and that each of the three functions goes on in a graph of its own. ``fixed()`` does not print.
"""

import torch
from torch import nn


def measure(x, report):
    size = x.abs().max()
    if report:
        print("largest value:", size)
    return size + 1


def normalize(x, report):
    return torch.tanh(x / measure(x * 2, report))


class Layer(nn.Module):
    def __init__(self, report: bool = True) -> None:
        super().__init__()
        self.linear = nn.Linear(8, 8)
        self.report = report

    def forward(self, x):
        return torch.relu(normalize(self.linear(x), self.report)) + x


def build(report=True):
    torch.manual_seed(0)
    return {"model": Layer(report), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(report=False)
