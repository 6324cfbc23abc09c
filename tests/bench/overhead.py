"""What an exploration costs: CPU seconds of a cold ``torch.compile`` and first call, beside the same under ``explain``.

    python -m tests.bench.overhead [--pairs 5] [--layers 4] [--part NAME …]

The program is one training step of an ``nn.TransformerEncoder`` (d=256). FX and AOTAutograd caches are off on both
sides and the C++ objects are built before the first pair, so that g++ counts on neither side. Each run is a process of
its own; a pair runs both sides one after the other in an order that alternates. Printed: the CPU seconds of each side,
and the ratio with its median and range over the pairs.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from typing import Any

TRACED = "torch's own trace"
"""Not ours: plain ``torch.compile`` while torch writes to a file what explaining reads, its structured trace."""

PARTS: dict[str, dict[str, Any] | None] = {
    "explain": {},
    "explain without probe": {"probe": False},
    "explain with torch's caches": {"caches": "user", "probe": False},
    TRACED: None,
}

CHILD = """
import json, resource, sys, time
import torch
how = json.loads(sys.argv[1])
torch.manual_seed(0)
layer = torch.nn.TransformerEncoderLayer(256, 4, 512, dropout=0.0, batch_first=True)
model = torch.nn.TransformerEncoder(layer, how["layers"], enable_nested_tensor=False)
x = torch.randn(4, 32, 256)
import torch._dynamo, torch._inductor.config, torch._functorch.config, torch._inductor.compile_fx
def used():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
if how["options"] is not None:
    import explorer, explorer.api, explorer.build
    explained = explorer.explain(model, train=True, **how["options"])
    began, wall = used(), time.perf_counter()
    found = explained(x)
    assert found.exception is None, found.exception
else:
    torch._inductor.config.fx_graph_cache = False
    torch._functorch.config.enable_autograd_cache = False
    began, wall = used(), time.perf_counter()
    torch.compile(model)(x).sum().backward()
print(json.dumps([used() - began, time.perf_counter() - wall]))
"""


def run(part: str | None, layers: int) -> float:
    """CPU seconds (with child processes) of one cold run; ``part`` None is plain ``torch.compile``."""
    how = json.dumps({"options": None if part is None else PARTS[part], "layers": layers})
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "TORCH_TRACE": folder} if part == TRACED else None
        command = [sys.executable, "-c", CHILD, how]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    seconds: float = json.loads(done.stdout.splitlines()[-1])[0]
    return seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--layers", type=int, default=4)
    parser.add_argument("--part", action="append", choices=sorted(PARTS), help="only these; default all")
    arguments = parser.parse_args()
    for part in (None, "explain without probe"):  # build every C++ kernel once
        run(part, arguments.layers)
    print(f"{'CPU seconds, median of ' + str(arguments.pairs):32}{'plain':>8}{'with':>8}   ratio [lowest, highest]")
    for part in arguments.part or PARTS:
        plain, ours = [], []
        for pair in range(arguments.pairs):
            sides = [(None, plain), (part, ours)]
            for side, seconds in sides if pair % 2 == 0 else reversed(sides):
                seconds.append(run(side, arguments.layers))
        ratios = sorted(b / a for a, b in zip(plain, ours, strict=True))
        print(
            f"{part:32}{statistics.median(plain):8.2f}{statistics.median(ours):8.2f}"
            f"   {statistics.median(ratios):.2f} [{ratios[0]:.2f}, {ratios[-1]:.2f}]",
            flush=True,
        )


if __name__ == "__main__":
    main()
