"""A linear layer whose kernel Inductor chooses by measuring: a C++ template against the library (max-autotune).

The report must show both candidates with their times and which was the fastest, linked to the line. The times are those
of one run on this machine, as torch took them.
"""

import torch
from torch import nn


class Wide(nn.Module):
    def __init__(self, inside: int = 64, outside: int = 128) -> None:
        super().__init__()
        self.layer = nn.Linear(inside, outside)

    def forward(self, x):
        return torch.relu(self.layer(x))


def build():
    torch.manual_seed(0)
    measured = {"freezing": True, "max_autotune": True, "max_autotune_gemm_backends": "CPP,ATEN"}
    inputs = (torch.randn(256, 64),)
    return {"model": Wide().eval(), "inputs": inputs, "contexts": [torch.no_grad], "inductor_config": measured}
