"""What importing costs: CPU seconds of ``import explorer``, and of ``%load_ext explorer`` once torch is imported.

    python -m tests.bench.startup [--runs 9]

Each run is a process of its own; printed are the lowest, median and highest.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys

IMPORT = """
import sys, time
began = time.process_time()
import explorer
seconds = time.process_time() - began
assert "torch" not in sys.modules
print(seconds)
"""

LOAD = """
import time
import torch
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
began = time.process_time()
shell.run_line_magic("load_ext", "explorer")
print(time.process_time() - began)
"""

AIMS = {"import explorer": (IMPORT, 0.10), "%load_ext explorer": (LOAD, 0.05)}


def measure(program: str, runs: int) -> list[float]:
    """CPU seconds that the program prints, sorted."""
    found = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        found.append(float(done.stdout.splitlines()[-1]))
    return sorted(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    print(f"{'CPU seconds of ' + str(runs) + ' runs':24}{'lowest':>9}{'median':>9}{'highest':>9}{'aim':>9}")
    for name, (program, aim) in AIMS.items():
        seconds = measure(program, runs)
        low, high = seconds[0], seconds[-1]
        print(f"{name:24}{low:9.3f}{statistics.median(seconds):9.3f}{high:9.3f}{aim:9.2f}")


if __name__ == "__main__":
    main()
