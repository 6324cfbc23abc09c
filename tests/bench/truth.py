"""Our end-to-end ratio of eager to compiled beside that of ``torch.utils.benchmark``, on six samples.

    python -m tests.bench.truth [--time-limit 10] [--threads 1] [SAMPLE …]

For each sample ``torch.utils.benchmark`` times eager and compiled (``blocked_autorange``, medians), then
``explain(measure=True)`` measures the same program, then ``torch.utils.benchmark`` times both once more. Printed: its
two ratios, ours with its interval, the times, and whether our interval meets the span of its two. How far apart those
are tells what the machine allows. Exit 1 when ours is apart from both in more than one sample.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable
from typing import Any

import torch
from torch.utils.benchmark import Timer

import explorer
from explorer import samples
from explorer.measure.measurers import MEASURERS
from explorer.views.format import duration

SAMPLES = ("mlp", "fusion", "cnn", "transformer_encoder", "item", "print_in_forward")


def program_of(name: str) -> dict[str, Any]:
    """What ``build()`` of a sample gives."""
    path = samples.path(name)
    names: dict[str, Any] = {"__name__": f"sample_{name}"}
    exec(compile(path.read_text(), str(path), "exec"), names)
    built: dict[str, Any] = names["build"]()
    return built


def theirs(model: Callable[..., Any], compiled: Callable[..., Any], program: dict[str, Any], seconds: float) -> float:
    """The ratio of the medians of ``torch.utils.benchmark``."""
    call = "model(*args, **kwargs)"
    given = {"args": program["inputs"], "kwargs": program.get("kwargs", {})}
    took = []
    for function in (model, compiled):
        with contextlib.redirect_stdout(None), context_of(program):
            timer = Timer(call, globals={**given, "model": function}, num_threads=torch.get_num_threads())
            took.append(timer.blocked_autorange(min_run_time=seconds / 2).median)
    return took[0] / took[1]


def context_of(program: dict[str, Any]) -> Any:
    make = (program.get("contexts") or [None])[0]
    return make() if make is not None else contextlib.nullcontext()


def row(name: str, limit: float) -> tuple[str, bool]:
    """One line, and whether the two agree."""
    program = program_of(name)
    model = program["model"]
    compiled = torch.compile(model)
    with contextlib.redirect_stdout(None), context_of(program):
        for _ in range(3):
            compiled(*program["inputs"], **program.get("kwargs", {}))
    before = theirs(model, compiled, program, limit / 2)
    with contextlib.redirect_stdout(None):
        explained = explorer.explain(
            model, measure=True, time_limit=limit, contexts=program.get("contexts", ()), probe=False
        )
        found = explained(*program["inputs"], **program.get("kwargs", {}))
    after = theirs(model, compiled, program, limit / 2)
    told = found.report.timings
    if told is None:
        return f"{name:22} not measured: {[each.message for each in found.report.findings]}", False
    low, high = min(before, after), max(before, after)
    agrees = told.speedup.low <= high and told.speedup.high >= low
    ours = f"{told.speedup.median:.3f} [{told.speedup.low:.3f}, {told.speedup.high:.3f}]"
    times = f"{duration(told.eager.median):>8} {duration(told.compiled.median):>8}"
    return f"{name:22} {before:8.3f} {after:8.3f}   {ours:26} {times}   {'agrees' if agrees else 'apart'}", agrees


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("samples", nargs="*", default=SAMPLES)
    parser.add_argument("--time-limit", type=float, default=10.0)
    parser.add_argument("--threads", type=int, default=1, help="intra-op threads (default 1: a shared machine)")
    asked = parser.parse_args()
    torch.set_num_threads(asked.threads)
    MEASURERS[:] = MEASURERS[:1]  # the whole limit for whole calls
    print(f"{'sample':22} {'theirs':>8} {'again':>8}   {'ours':26} {'eager':>8} {'compiled':>8}")
    apart = 0
    for name in asked.samples:
        line, agrees = row(name, asked.time_limit)
        apart += not agrees
        print(line, flush=True)
    return int(apart > 1)


if __name__ == "__main__":
    sys.exit(main())
