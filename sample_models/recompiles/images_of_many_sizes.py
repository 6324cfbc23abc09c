"""Images whose height and width change one after the other: each dimension costs a compile when it first changes.

The report must show two recompiles, one for each dimension. ``fixed()`` compiles with ``dynamic=True``, so that no size
is compiled in.
"""

import torch
from torch import nn

CODE, GUARD, RECOMPILES = "RECOMPILE_SIZE", "size mismatch at index 2. expected 8, actual 12", 2


class Features(nn.Module):
    def __init__(self, channels: int = 4) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, channels, 3, padding=1)

    def forward(self, image):
        return torch.relu(self.conv(image)).mean((2, 3))


def build():
    torch.manual_seed(0)
    model = Features().eval()
    images = [torch.randn(2, 3, height, width) for height, width in ((8, 10), (12, 10), (12, 14), (9, 11))]
    return {"model": model, "inputs": (images[0],), "calls": [((image,), {}) for image in images[1:]]}


def fixed():
    return build() | {"compile_kwargs": {"dynamic": True}}
