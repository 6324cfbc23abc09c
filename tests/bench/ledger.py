"""How far the ledger can be trusted: coverage, controls, widths of the intervals, and whether a second run agrees.

    python -m tests.bench.ledger [--seconds 20] [--threads 1] [--program NAME …]

Each program is explored twice, in processes of their own, with the same time limit, all of it for the ledger. Printed
for each: the share of the eager and of the compiled call that is in no row of its own (kernels without operations, and
the gap between the rows and the call as a whole), the ratios of the control rows, the median half-width of the
intervals of the ratios of rows above 5 % of the time, and how many intervals hold the ratio that the second run found.
Exits 1 when more than 15 % of a call is in no row.

``--profiler`` compares the times of kernels instead: ours beside those of ``torch.profiler`` with
``cpp.enable_kernel_profile``, which rebuilds the kernels with marks of torch's own in them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from explorer.report import Report, codec
from explorer.report.ledger import LedgerRow

WORST = 0.15
"""The share of a call that may be in no row."""
LARGE = 0.05
"""The share of the time from which a row counts for the widths."""

CHILD = """
import contextlib, os, sys, torch
import explorer
from explorer.measure import ledger, measurers
measurers.MEASURERS[:] = [each for each in measurers.MEASURERS if each.measure is ledger.measure]
name, seconds, threads, path = sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
torch.set_num_threads(threads)
torch.manual_seed(0)

def encoder():
    layer = torch.nn.TransformerEncoderLayer(128, 4, 256, dropout=0.0, batch_first=True)
    return torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False), torch.randn(4, 64, 128)

def without_fast_path():
    torch.backends.mha.set_fastpath_enabled(False)
    return torch.no_grad()

how = {"contexts": [torch.no_grad]}
if name == "mlp":
    from sample_models.mlp import MLP
    model, x = MLP(256).eval(), torch.randn(256, 256)
elif name.startswith("encoder"):
    model, x = encoder()
    if name == "encoder step":
        how = {"train": True}
    else:
        model, how = model.eval(), {"contexts": [without_fast_path]}
else:
    from sample_models import print_in_forward
    made = print_in_forward.build()
    model, x = made["model"], made["inputs"][0]
with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
    explored = explorer.explain(model, measure=True, time_limit=seconds, probe=False, **how)(x)
assert explored.exception is None, explored.exception
assert explored.report.ledger, [finding.message for finding in explored.report.findings]
explored.save(path)
"""

PROFILE = """
import collections, os, statistics, torch
import torch._inductor.config as config
import explorer
from explorer.measure import ledger, measurers
from sample_models.mlp import MLP
measurers.MEASURERS[:] = [each for each in measurers.MEASURERS if each.measure is ledger.measure]
torch.set_num_threads(1)
torch.manual_seed(0)
model, x = MLP(256).eval(), torch.randn(256, 256)
explored = explorer.explain(model, measure=True, time_limit=8, probe=False, contexts=[torch.no_grad])(x)
for row in explored.report.ledger:
    if row.kind == "ops":
        print(f"ours\t{row.kernels[0]}\t{row.compiled.median}")
with torch.no_grad(), config.patch({"cpp.enable_kernel_profile": True, "fx_graph_cache": False}):
    compiled = torch.compile(model)
    for _ in range(20):
        compiled(x)
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CPU]) as profile:
        for _ in range(300):
            compiled(x)
times = collections.defaultdict(list)
for event in profile.events():
    times[event.name].append(event.time_range.elapsed_us() / 1e6)
for name, seconds in times.items():
    if "cpp_fused" in name or name == "aten::addmm":
        print(f"profiler\t{name}\t{statistics.median(seconds)}")
"""

PROGRAMS = ("mlp", "encoder", "encoder step", "break")


def explore(program: str, seconds: float, threads: int) -> Report:
    """The report of one program, measured in a fresh process."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "report.json")
        arguments = [sys.executable, "-c", CHILD, program, str(seconds), str(threads), path]
        done = subprocess.run(arguments, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(done.stderr)
        return codec.read(path)


def uncovered(report: Report, side: str) -> float:
    """The share of the call that is in no row of its own: the gap, and kernels whose operations are not known."""
    total = sum(abs(getattr(row, f"share_{side}") or 0.0) for row in report.ledger if row.kind in ("gap", "unmapped"))
    return total


def ratios(report: Report) -> dict[str, LedgerRow]:
    """The rows that have a ratio, by ref."""
    return {row.ref: row for row in report.ledger if row.ratio is not None}


def half_widths(report: Report) -> list[float]:
    """Half of each interval, relative to its ratio, of the rows above 5 % of the time."""
    rows = (row for row in ratios(report).values() if max(row.share_eager or 0, row.share_compiled or 0) >= LARGE)
    return [(row.ratio.high - row.ratio.low) / 2 / row.ratio.median for row in rows if row.ratio]


def agreement(first: Report, second: Report) -> tuple[int, int]:
    """How many of the first run's intervals hold the second run's ratio, and of how many."""
    again = ratios(second)
    pairs = [(row.ratio, again[ref].ratio) for ref, row in ratios(first).items() if ref in again]
    return sum(one.low <= two.median <= one.high for one, two in pairs if one and two), len(pairs)


def beside_the_profiler() -> None:
    """Print the median seconds of each kernel of the MLP, ours and the profiler's."""
    done = subprocess.run([sys.executable, "-c", PROFILE], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    told = [line.split("\t") for line in done.stdout.splitlines() if line.count("\t") == 2]
    for who, name, seconds in told:
        print(f"{who:10}{name:52}{float(seconds) * 1e6:10.1f} µs")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="time limit of one exploration")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--program", action="append", choices=PROGRAMS, help="only these; default all")
    parser.add_argument("--json", action="store_true", help="one line of JSON a program")
    parser.add_argument("--profiler", action="store_true", help="kernels beside those of torch.profiler")
    arguments = parser.parse_args()
    if arguments.profiler:
        beside_the_profiler()
        return
    worst = 0.0
    if not arguments.json:
        print(
            f"{'':14}{'uncovered':>20}{'controls':>16}{'half-width':>12}{'agree':>10}\n{'':14}{'eager':>10}{'compiled':>10}"
        )
    for program in arguments.program or PROGRAMS:
        first, second = (explore(program, arguments.seconds, arguments.threads) for _ in range(2))
        missing = {side: max(uncovered(each, side) for each in (first, second)) for side in ("eager", "compiled")}
        worst = max(worst, *missing.values())
        controls = [row.ratio.median for row in first.ledger if row.control and row.ratio]
        widths, (held, of) = half_widths(first), agreement(first, second)
        if arguments.json:
            told = {"program": program, "uncovered": missing, "controls": controls, "half_widths": widths,
                    "held": held, "of": of}  # fmt: skip
            print(json.dumps(told), flush=True)
            continue
        spread = f"{min(controls):.2f}-{max(controls):.2f}" if controls else "-"
        width = f"{median(widths):.1%}" if widths else "-"
        print(
            f"{program:14}{missing['eager']:10.1%}{missing['compiled']:10.1%}{spread:>16}{width:>12}{f'{held}/{of}':>10}",
            flush=True,
        )
    if worst > WORST:
        raise SystemExit(f"{worst:.0%} of a call is in no row: at most {WORST:.0%} may be")


if __name__ == "__main__":
    main()
