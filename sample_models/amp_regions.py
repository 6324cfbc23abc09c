"""Mixed precision in regions: autocast on, a part of it off again, and a loss in full precision.

The report must show both regions with the lines in them, the inner one inside the outer one, and every cast that
autocast put in, with its bytes, its line and the operation that it is for; the cast that the program asks for itself is
none of them.
"""

import torch
from torch import nn


class Mixed(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.gate = nn.Linear(width, width)
        self.second = nn.Linear(width, width)

    def forward(self, x):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            hidden = torch.relu(self.first(x))
            with torch.autocast("cpu", enabled=False):
                gate = torch.sigmoid(self.gate(hidden.to(self.gate.weight.dtype)))
            y = self.second(hidden * gate)
        return y.float().pow(2).mean()


def build():
    torch.manual_seed(0)
    return {"model": Mixed(), "inputs": (torch.randn(4, 16),), "train": True}
