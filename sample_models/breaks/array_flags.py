"""A look at ``ndarray.flags`` before work: Dynamo models few attributes of numpy's arrays.

The report must show one break (GB0157) and that the whole function runs in Python; its layers are compiled one by one.
``fixed()`` asks the tensor, which knows the same.
"""

import torch
from torch import nn

BREAKS = "GB0157"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Checked(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)

    def forward(self, x):
        if not x.numpy().flags["C_CONTIGUOUS"]:
            x = x.contiguous()
        return self.head(self.embed(x))


class CheckedByTensor(Checked):
    def forward(self, x):
        if not x.is_contiguous():
            x = x.contiguous()
        return self.head(self.embed(x))


def build(model=Checked):
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (torch.randn(4, 8),)}


def fixed():
    return build(CheckedByTensor)
