"""What following the compiler step by step costs: CPU seconds of ``explain(steps=True)``, beside ``explain`` without.

    python -m tests.bench.steps [--pairs 15] [--layers 8] [--backend NAME …]

The program is the forward and backward of an ``nn.TransformerEncoder`` (d=64). With the backend ``eager`` Dynamo alone
is followed; with ``inductor`` its passes are too (C++ objects come from torch's cache on both sides). All pairs run in
one process, each run after ``torch._dynamo.reset()``, a pair's two sides one after the other in an order that
alternates; the first pair warms up and is left out. Printed: the median CPU seconds of each side, their ratio with its
95 % interval, how many steps were followed, and how large the saved report is.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import tempfile
import time
from typing import Any

import torch
import torch._dynamo

import explorer
from explorer.exploration import Exploration
from explorer.measure.statistics import interval, is_conclusive, ratio


def program(layers: int) -> tuple[torch.nn.Module, torch.Tensor]:
    """The model and its input."""
    torch.manual_seed(0)
    layer = torch.nn.TransformerEncoderLayer(64, 4, 128, dropout=0.0, batch_first=True)
    return torch.nn.TransformerEncoder(layer, layers, enable_nested_tensor=False), torch.randn(4, 16, 64)


def run(model: Any, x: torch.Tensor, backend: str, *, steps: bool) -> tuple[float, Exploration]:
    """CPU seconds of this process and its children for one cold exploration, and the exploration."""
    torch._dynamo.reset()
    explained = explorer.explain(model, train=True, probe=False, backend=backend, steps=steps)
    began = used()
    with contextlib.redirect_stdout(io.StringIO()):
        found = explained(x)
    seconds = used() - began
    assert found.exception is None, found.exception
    return seconds, found


def used() -> float:
    """CPU seconds so far, with those of children that have ended."""
    children = os.times()
    return time.process_time() + children.children_user + children.children_system


def size(found: Exploration) -> float:
    """Kilobytes of the saved report."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "report.json.gz")
        found.save(path)
        return os.path.getsize(path) / 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--backend", action="append", choices=["eager", "inductor"], help="only these; default both")
    arguments = parser.parse_args()
    model, x = program(arguments.layers)
    print(f"{f'CPU seconds, {arguments.pairs} pairs':20}{'plain':>8}{'steps':>8}   ratio [95 % interval]")
    for backend in arguments.backend or ["eager", "inductor"]:
        plain: list[float] = []
        ours: list[float] = []
        reports: dict[bool, Exploration] = {}
        for pair in range(arguments.pairs + 1):
            for steps in (False, True) if pair % 2 else (True, False):
                seconds, reports[steps] = run(model, x, backend, steps=steps)
                if pair:
                    (ours if steps else plain).append(seconds)
        cost = ratio(ours, plain)
        verdict = "" if is_conclusive(cost) else " inconclusive"
        counts = [len(reports[True].frames[name]) for name in ("steps", "passes")]
        print(
            f"{backend:20}{interval(plain).median:8.2f}{interval(ours).median:8.2f}"
            f"   {cost.median:.2f} [{cost.low:.2f}, {cost.high:.2f}]{verdict}; {counts[0]} steps of Dynamo, "
            f"{counts[1]} passes; report {size(reports[False]):.0f} kB without, {size(reports[True]):.0f} kB with",
            flush=True,
        )


if __name__ == "__main__":
    main()
