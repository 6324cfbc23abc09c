"""torch imported and a first C++ kernel built, in a process of its own that may crash, with a cache to throw away."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from explorer.advice.compilers import INSTALL
from explorer.doctor.folders import folder_line
from explorer.doctor.line import Line
from explorer.tracing.environment import cpp_compiler

SLOW = 90.0
"""Seconds; a first kernel that takes longer is worth a warning. Its headers are compiled once for each cache."""

MOST = 600
"""Seconds to wait for it."""


def compiling_lines(*, kernel: bool) -> Iterator[Line]:
    """torch's import, the devices, the cache folder, the C++ compiler, and with ``kernel`` a first kernel."""
    found = probe()
    yield import_line(found)
    if "seconds" not in found:
        return
    yield device_line(found)
    if found.get("cache"):
        yield folder_line("cache folder", found["cache"], "set TORCHINDUCTOR_CACHE_DIR to a folder that can be written")
    yield compiler_line()
    if kernel:
        yield kernel_line(first_kernel(found.get("cache")))


def first_kernel(cache: str | None) -> dict[str, Any]:
    """What :func:`probe` finds with a kernel and an empty cache, which is made inside ``cache`` where that can be.

    There, because a folder from which nothing may be executed (``noexec``) makes a compile fail.
    """
    usable = cache if cache and os.path.isdir(cache) and os.access(cache, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="doctor_", dir=usable, ignore_cleanup_errors=True) as folder:
        return probe("kernel", TORCHINDUCTOR_CACHE_DIR=folder)


def probe(*arguments: str, **environment: str) -> dict[str, Any]:
    """Everything that ``explorer.doctor.probe`` told; ``error`` when it failed, crashed or did not end."""
    command = [sys.executable, "-m", "explorer.doctor.probe", *arguments]
    # away from the working directory: `-m` would find a foreign package named explorer there
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONSAFEPATH": "1", **environment},
            capture_output=True,
            text=True,
            timeout=MOST,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"it did not end within {MOST} seconds"}
    found: dict[str, Any] = {}
    for line in done.stdout.splitlines():
        found |= _told(line)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        found.setdefault("error", f"the process ended with code {done.returncode}: {last[:300]}")
    return found


def _told(line: str) -> dict[str, Any]:
    """A line of JSON; what else torch prints is no fact."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def import_line(found: dict[str, Any]) -> Line:
    """How long torch takes to import, or why it does not."""
    if "seconds" in found:
        return Line("import torch", "ok", f"{found['seconds']:.1f} s with its compiler")
    remedy = "run python -c 'import torch' to see the whole error; install torch again in this environment"
    return Line("import torch", "fault", str(found.get("error", "it told nothing")), remedy)


def device_line(found: dict[str, Any]) -> Line:
    """The GPUs that torch sees; none is needed."""
    gpus = found.get("gpus") or []
    return Line("GPU", "ok", ", ".join(map(str, gpus)) if gpus else "none: programs are compiled for the CPU (C++)")


def compiler_line() -> Line:
    """The C++ compiler that torch would find by its name."""
    found = cpp_compiler()
    if found is None:
        return Line("C++ compiler", "fault", "none found (CXX is not set, and there is no g++ or clang++)", INSTALL[0])
    if shutil.which(found) is None:
        return Line("C++ compiler", "fault", f"CXX is {found}, which is no program", INSTALL[0])
    return Line("C++ compiler", "ok", found)


def kernel_line(found: dict[str, Any]) -> Line:
    """How long a first C++ kernel took, headers included."""
    seconds = found.get("kernel_seconds")
    if seconds is None:
        return Line("first C++ kernel", "fault", str(found.get("error", "it told nothing")), INSTALL[0])
    if not found.get("right"):
        remedy = "report it to torch with the versions above; meanwhile use backend='aot_eager'"
        return Line("first C++ kernel", "fault", f"compiled in {seconds:.1f} s, with a wrong result", remedy)
    said = f"{seconds:.1f} s with an empty cache, one run"
    if seconds > SLOW:
        return Line("first C++ kernel", "warning", said, "compile-explorer doctor --warm fills the caches beforehand")
    return Line("first C++ kernel", "ok", said)
