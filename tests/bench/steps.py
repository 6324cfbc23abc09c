"""What following the compiler step by step costs: CPU seconds of ``explain(steps=True)``, beside ``explain`` without.

    python -m tests.bench.steps [--pairs 5] [--layers 8] [--backend NAME …]

The program is the forward and backward of an ``nn.TransformerEncoder`` (d=64), cold. With the backend ``eager`` only
Dynamo is followed; with ``inductor`` its passes are too (the C++ objects are built before the first pair, so that g++
counts on neither side). Each run is a process of its own; a pair runs both sides one after the other in an order that
alternates. Printed: the CPU seconds of each side, the ratio with its median and range over the pairs, how many steps
were followed, and how large the saved report is with and without them.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys

CHILD = """
import json, os, resource, sys, tempfile
import torch
how = json.loads(sys.argv[1])
torch.manual_seed(0)
layer = torch.nn.TransformerEncoderLayer(64, 4, 128, dropout=0.0, batch_first=True)
model = torch.nn.TransformerEncoder(layer, how["layers"], enable_nested_tensor=False)
x = torch.randn(4, 16, 64)
import torch._dynamo, torch._inductor.compile_fx
import explorer, explorer.api, explorer.build
def used():
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
explained = explorer.explain(model, train=True, probe=False, backend=how["backend"], steps=how["steps"])
began = used()
found = explained(x)
seconds = used() - began
assert found.exception is None, found.exception
with tempfile.TemporaryDirectory() as folder:
    found.save(path := os.path.join(folder, "report.json.gz"))
    size = os.path.getsize(path)
steps = sum(len(s.steps) for c in found.report.compilations for s in c.stages if s.stage == "steps")
print(json.dumps([seconds, size, steps]))
"""


def run(backend: str, layers: int, *, steps: bool) -> tuple[float, int, int]:
    """CPU seconds (with child processes) of one cold run, bytes of its saved report, steps of Dynamo in it."""
    how = json.dumps({"backend": backend, "layers": layers, "steps": steps})
    done = subprocess.run([sys.executable, "-c", CHILD, how], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    seconds, size, count = json.loads(done.stdout.splitlines()[-1])
    return seconds, size, count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--backend", action="append", choices=["eager", "inductor"], help="only these; default both")
    arguments = parser.parse_args()
    print(f"{'CPU seconds, median of ' + str(arguments.pairs):28}{'plain':>8}{'steps':>8}   ratio [lowest, highest]")
    for backend in arguments.backend or ["eager", "inductor"]:
        for steps in (False, True) if backend == "inductor" else ():  # build every C++ kernel once
            run(backend, arguments.layers, steps=steps)
        plain: list[tuple[float, int, int]] = []
        ours: list[tuple[float, int, int]] = []
        for pair in range(arguments.pairs):
            sides = [(False, plain), (True, ours)]
            for steps, found in sides if pair % 2 == 0 else reversed(sides):
                found.append(run(backend, arguments.layers, steps=steps))
        ratios = sorted(b[0] / a[0] for a, b in zip(plain, ours, strict=True))
        seconds = [statistics.median(each[0] for each in side) for side in (plain, ours)]
        verdict = "" if ratios[0] > 1 or ratios[-1] < 1 else "  inconclusive"
        print(
            f"{backend:28}{seconds[0]:8.2f}{seconds[1]:8.2f}   {statistics.median(ratios):.2f} "
            f"[{ratios[0]:.2f}, {ratios[-1]:.2f}]{verdict}; {ours[0][2]} steps of Dynamo, report "
            f"{plain[0][1] / 1e3:.0f} kB without, {ours[0][1] / 1e3:.0f} kB with",
            flush=True,
        )


if __name__ == "__main__":
    main()
