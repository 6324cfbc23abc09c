"""The program that the doctor runs in a process of its own: import torch, then compile one kernel.

Writes one line of JSON for each thing that it finds, so that what came before a crash is known.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

from explorer.compat.cache_folder import cache_folder
from explorer.compat.settings import DYNAMO, INDUCTOR, WITHOUT_CACHES, patched


def tell(**found: Any) -> None:
    """One line for the process that waits."""
    print(json.dumps(found), flush=True)


def imported() -> None:
    """Import torch as a compile does; tell how long it takes and what it finds."""
    started = time.perf_counter()
    import torch

    importlib.import_module(DYNAMO)  # as a first compile does
    took = time.perf_counter() - started

    gpu = torch.cuda.is_available()
    tell(
        version=str(torch.__version__),
        seconds=took,
        cache=cache_folder(),
        gpus=[torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count())] if gpu else [],
    )


def kernel() -> None:
    """Compile one C++ kernel with Inductor and compare its result with eager."""
    import torch

    def add(x: Any) -> Any:
        return torch.sin(x) + 1

    x = torch.ones(64)
    with patched({INDUCTOR: WITHOUT_CACHES[INDUCTOR]}):
        compiled = torch.compile(add)
        started = time.perf_counter()
        result = compiled(x)
        tell(kernel_seconds=time.perf_counter() - started, right=bool(torch.allclose(result, add(x))))


def main() -> None:
    """The import, and with the argument ``kernel`` the kernel too. An error is told, with its type."""
    try:
        imported()
        if "kernel" in sys.argv[1:]:
            kernel()
    except Exception as error:
        tell(error=f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")


if __name__ == "__main__":
    main()
