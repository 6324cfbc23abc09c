"""A sparse adjacency matrix as an input: Dynamo takes no sparse tensors.

The report must show the break (GB0015) and that the function runs in Python; only the layers inside it are compiled.
``fixed()`` passes the same matrix dense, which suits small or well-filled graphs; else keep the product outside.
"""

import torch
from torch import nn

BREAKS = "GB0015"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class GraphNet(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)

    def forward(self, x, adjacency):
        return self.head(adjacency @ self.embed(adjacency @ x))


def build(layout=torch.Tensor.to_sparse):
    torch.manual_seed(0)
    model, x = GraphNet().eval(), torch.randn(5, 8)
    adjacency = torch.eye(5) + torch.eye(5).roll(1, 0)
    return {"model": model, "inputs": (x, layout(adjacency))}


def fixed():
    return build(torch.Tensor.contiguous)
