"""CUDA graphs asked for (what ``mode="reduce-overhead"`` does) where no GPU is: they are left out, without an error.

The report must show that the graph is not recorded and why. ``fixed()`` does not ask for them. On a GPU the same
program is recorded, and the report says so.
"""

import torch
from torch import nn


class Small(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.layer = nn.Linear(width, width, bias=False)

    def forward(self, x):
        return self.layer(x)


def build():
    torch.manual_seed(0)
    asked = {"inductor_config": {"triton.cudagraphs": True}}
    return {"model": Small().eval(), "inputs": (torch.randn(4, 8),), "contexts": [torch.no_grad], **asked}


def fixed():
    torch.manual_seed(0)
    return {"model": Small().eval(), "inputs": (torch.randn(4, 8),), "contexts": [torch.no_grad]}
