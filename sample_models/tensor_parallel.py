"""Tensor parallelism with DTensor: weights that are split over processes, and the collectives that this costs.

The report must show the placements of each weight on the mesh, and the all-reduce that AOTAutograd puts behind the
second layer, with the group that it is over. One process plays both: torch's ``fake`` group computes nothing across.
"""

import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
from torch.testing._internal.distributed.fake_pg import FakeStore


class Feed(nn.Module):
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        return self.down(torch.relu(self.up(x)))


def build():
    if not dist.is_initialized():
        dist.init_process_group("fake", rank=0, world_size=2, store=FakeStore())
    mesh = init_device_mesh("cpu", (2,))
    torch.manual_seed(0)
    model = parallelize_module(Feed(), mesh, {"up": ColwiseParallel(), "down": RowwiseParallel()})
    return {"model": model, "inputs": (torch.randn(8, 16),)}
