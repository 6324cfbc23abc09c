"""The model that the browser tests explain: two graphs with a print between them."""

from __future__ import annotations

import torch
from torch import Tensor, nn


class Small(nn.Module):
    """A layer, a print, a head."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(16)
        self.up = nn.Linear(16, 32)
        self.down = nn.Linear(32, 16)

    def forward(self, x: Tensor) -> Tensor:
        """Shapes: [n, 16] to [n, 16]."""
        h = torch.nn.functional.silu(self.up(self.norm(x)))
        print("half way")
        return x + self.down(h).softmax(-1)
