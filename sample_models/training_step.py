"""A model with its loss, explained with the backward pass.

The report must show one Dynamo graph, the joint graph that AOTAutograd makes of it, and how that is split into a
forward graph, which keeps some values, and a backward graph, which reads them.
"""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, width: int = 32, classes: int = 5) -> None:
        super().__init__()
        self.body = nn.Linear(width, width)
        self.head = nn.Linear(width, classes)

    def forward(self, x, labels):
        logits = self.head(torch.tanh(self.body(x)))
        return torch.nn.functional.cross_entropy(logits, labels)


def build():
    torch.manual_seed(0)
    labels = torch.arange(8) % 5
    return {"model": Classifier(), "inputs": (torch.randn(8, 32), labels), "train": True}
