"""The text of a tensor kept in a history with ``repr``: its values are not there while the code is traced.

The report must show one break (GB0569) at ``repr``. ``fixed()`` keeps the tensor; who reads the history makes the text.
"""

import torch
from torch import nn

BREAKS = "GB0569"


class Recording(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.last = ""

    def forward(self, x):
        y = torch.relu(self.linear(x))
        self.last = repr(y.mean())
        return y.softmax(-1)


class RecordingTensor(Recording):
    def forward(self, x):
        y = torch.relu(self.linear(x))
        self.last = y.mean()
        return y.softmax(-1)


def build(model=Recording):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(RecordingTensor)
