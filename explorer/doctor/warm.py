"""Filling the caches before a class: every sample is explained once, so that its C++ kernels are built."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable

from explorer.doctor.line import Line

Say = Callable[[str], None]


def warm(names: Iterable[str], say: Say) -> Line:
    """Run ``compile-explorer demo NAME`` for each sample, as its readers will; ``say`` hears of each."""
    started = time.perf_counter()
    done: list[str] = []
    stopped: list[str] = []
    with tempfile.TemporaryDirectory(prefix="warm_") as folder:
        for name in names:
            at = time.perf_counter()
            page = os.path.join(folder, f"{name}.html")
            _demo(name, page)
            # a sample whose program fails, as some are made to, writes its page all the same
            (done if os.path.exists(page) else stopped).append(name)
            say(f"{name}: {time.perf_counter() - at:.1f} s")
    took = f"{time.perf_counter() - started:.0f} s"
    if stopped:
        said = f"{', '.join(stopped)} wrote no report ({took})"
        return Line("warm", "fault", said, f"compile-explorer demo {stopped[0]}")
    return Line("warm", "ok", f"{len(done)} samples explained in {took}: their C++ is in the cache")


def _demo(name: str, page: str) -> None:
    command = [sys.executable, "-m", "explorer.cli", "demo", name, "--quiet", "-o", page]
    environment = {**os.environ, "PYTHONSAFEPATH": "1"}
    subprocess.run(command, env=environment, capture_output=True, check=False)
