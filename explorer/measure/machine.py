"""What this machine can do at best: bandwidth of a copy, rate of a matrix product, measured once and kept."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable
from typing import Any

COPY = 64 * 2**20
"""Bytes of the buffer that is copied, larger than the caches of a CPU core."""
SIZE = {"cpu": 1024, "cuda": 8192}
"""The side of the matrices."""
ROUNDS = 8


def machine(devices: Iterable[str]) -> dict[str, Any]:
    """``{device, name, threads, copy_bytes_per_second, matmul_flops_per_second, measured_at, kept}``.

    The best of a few rounds, kept in the user's cache folder by device, threads and torch version; ``kept`` says
    whether this comes from there, ``measured_at`` when it was measured (seconds since the epoch).
    """
    import torch

    device = "cuda" if "cuda" in set(devices) else "cpu"
    name = _name(device)
    key = f"{name}, {torch.get_num_threads()} threads, torch {torch.__version__}"
    known = _read()
    if key in known:
        return {**known[key], "kept": True}
    rates = {
        "device": device,
        "name": name,
        "threads": torch.get_num_threads(),
        "copy_bytes_per_second": _copy(device),
        "matmul_flops_per_second": _matmul(device),
        "measured_at": time.time(),
    }
    _write({**known, key: rates})
    return {**rates, "kept": False}


def path() -> str:
    """The file that keeps what was measured."""
    import platformdirs

    return os.path.join(platformdirs.user_cache_dir("compile-explorer", appauthor=False), "machine.json")


def _copy(device: str) -> float:
    import torch

    source = torch.ones(COPY, dtype=torch.uint8, device=device)
    target = torch.empty_like(source)
    return 2 * COPY / _best(lambda: target.copy_(source), device)


def _matmul(device: str) -> float:
    import torch

    size = SIZE[device]
    matrix = torch.full((size, size), 0.5, device=device)
    made = torch.empty_like(matrix)
    return 2 * size**3 / _best(lambda: torch.mm(matrix, matrix, out=made), device)


def _best(work: Callable[[], object], device: str) -> float:
    """The shortest time of ``work``: what stands in the way of the machine can only make it longer."""
    import torch

    wait = torch.cuda.synchronize if device == "cuda" else lambda: None
    times = []
    with torch.no_grad():
        for _ in range(ROUNDS):
            wait()
            start = time.perf_counter()
            work()
            wait()
            times.append(time.perf_counter() - start)
    return min(times)


def _name(device: str) -> str:
    import platform

    import torch

    return str(torch.cuda.get_device_name()) if device == "cuda" else (_cpu() or platform.processor() or "CPU")


def _cpu() -> str | None:
    """The model of the CPU, as Linux tells it."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next((line.partition(":")[2].strip() for line in file if line.startswith("model name")), None)
    except OSError:
        return None


def _read() -> dict[str, Any]:
    try:
        with open(path(), encoding="utf-8") as file:
            data = json.load(file)
    except (OSError, ValueError):
        return {}
    return data if isinstance(data, dict) else {}


def _write(data: dict[str, Any]) -> None:
    """Keep it, where the folder can be written; else it is measured again next time."""
    name = path()
    beside = f"{name}.{os.getpid()}.part"
    try:
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(beside, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=1)
        os.replace(beside, name)
    except OSError:
        return
