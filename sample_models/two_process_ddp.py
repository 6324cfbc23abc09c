"""Data-parallel training in two processes: torch splits the graph where a bucket of gradients is full.

The report must show the splits with their sizes and where they are, that each part goes through AOTAutograd and
Inductor by itself, and nothing of the gradients' all-reduce, which DistributedDataParallel runs between the parts of
the backward. The second process is started by this file and ends with the first; they meet over loopback alone.
"""

import datetime
import os
import subprocess
import sys
import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel

PATIENCE = datetime.timedelta(seconds=120)


class Net(nn.Module):
    def __init__(self, width: int = 512) -> None:
        super().__init__()
        self.first = nn.Linear(width, width)
        self.second = nn.Linear(width, width)
        self.third = nn.Linear(width, width)

    def forward(self, x):
        x = torch.relu(self.first(x))
        x = torch.tanh(self.second(x))
        return self.third(x)


def parallel(rank, meeting, processes=2):
    """The model on one of the processes that meet through the file ``meeting``. A weight is a bucket: 1 MiB."""
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo0" if sys.platform == "darwin" else "lo")
    dist.init_process_group("gloo", init_method=f"file://{meeting}", rank=rank, world_size=processes, timeout=PATIENCE)
    torch.manual_seed(0)
    return DistributedDataParallel(Net(), bucket_cap_mb=1)


def build():
    if dist.is_initialized():
        dist.destroy_process_group()
    meeting = os.path.join(tempfile.mkdtemp(prefix="ddp_"), "meeting")
    subprocess.Popen([sys.executable, __file__, meeting], stderr=subprocess.DEVNULL)
    return {"model": parallel(0, meeting), "inputs": (torch.randn(8, 512),), "train": True}


def second(meeting):
    """The other process: it takes part in every step of the first, until that one is gone."""
    model = parallel(1, meeting)
    try:
        while True:
            model(torch.randn(8, 512)).sum().backward()
    except RuntimeError:
        return


if __name__ == "__main__":
    second(sys.argv[1])
