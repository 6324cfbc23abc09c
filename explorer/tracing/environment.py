"""Where the program runs: versions, devices, threads, the C++ compiler."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
from collections.abc import Iterable
from typing import Any

PACKAGES = ("torch", "triton", "numpy", "transformers", "timm", "torchvision")


def environment(devices: Iterable[str] = (), caches: str | None = None) -> dict[str, Any]:
    """The data of an ``explorer.environment`` event. ``devices`` are the torch device types that the program uses."""
    import torch

    used = tuple(dict.fromkeys(devices))
    return {
        "torch": str(torch.__version__),
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
        "devices": used,
        "device_names": tuple(name for device in used if (name := _device_name(device))),
        "threads": torch.get_num_threads(),
        "compiler": cpp_compiler(),
        "versions": {name: version for name in PACKAGES if (version := installed(name))},
        "caches": caches,
    }


def cpp_compiler() -> str | None:
    """The C++ compiler that torch would look for: that of ``CXX``, or the first of the usual names that is there."""
    return os.environ.get("CXX") or next(filter(shutil.which, ("g++", "clang++", "cl")), None)


def installed(package: str) -> str | None:
    """The installed version of ``package`` without importing it, or None."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def _device_name(device: str) -> str | None:
    import torch

    module = getattr(torch, device, None)
    read = getattr(module, "get_device_name", None)
    if read is None:
        return None
    try:
        return str(read())
    except (RuntimeError, AssertionError):
        return None


def devices_of(*values: Any) -> tuple[str, ...]:
    """The device types of every tensor in ``values`` (nested) and of the parameters and buffers of modules in them."""
    import torch

    found: dict[str, None] = {}
    for value in values:
        if isinstance(value, torch.nn.Module):
            for tensor in (*value.parameters(), *value.buffers()):
                found[tensor.device.type] = None
        else:
            for leaf in leaves(value):
                if isinstance(leaf, torch.Tensor):
                    found[leaf.device.type] = None
    return tuple(found)


def leaves(value: Any) -> list[Any]:
    """The leaves of a nested value, dataclasses included."""
    import dataclasses

    from torch.utils._pytree import tree_leaves

    flat: list[Any] = []
    for leaf in tree_leaves(value):
        if dataclasses.is_dataclass(leaf) and not isinstance(leaf, type):
            for item in dataclasses.fields(leaf):
                flat += leaves(getattr(leaf, item.name))
        else:
            flat.append(leaf)
    return flat


_SHORT = {
    "float32": "f32", "float64": "f64", "float16": "f16", "bfloat16": "bf16", "int64": "i64", "int32": "i32",
    "int16": "i16", "int8": "i8", "uint8": "u8", "bool": "b8", "complex64": "c64", "complex128": "c128",
}  # fmt: skip


def describe(value: Any) -> str:
    """An argument in a few characters: ``f32[8, 64]``, ``3``, ``dict of 2``."""
    import torch

    if isinstance(value, torch.Tensor):
        dtype = str(value.dtype).removeprefix("torch.")
        return f"{_SHORT.get(dtype, dtype)}{list(value.shape)}"
    if isinstance(value, bool | int | float | type(None)):
        return repr(value)
    if isinstance(value, str):
        return repr(value if len(value) <= 24 else value[:23] + "…")
    if isinstance(value, list | tuple | dict | set):
        return f"{type(value).__name__} of {len(value)}"
    return type(value).__name__
