"""torch and triton as they are installed, read from their metadata: neither is imported."""

from __future__ import annotations

import importlib.metadata
import platform
import re
import sys

from explorer.doctor.line import Line
from explorer.torch_version import NEWEST, OLDEST, installed_torch

TRITON = {(2, 11): "3.6.0", (2, 12): "3.7.1", (2, 13): "3.7.1", (2, 14): "3.8.0"}
"""The triton of each torch, for builds of torch that do not name it themselves (those without CUDA)."""

RANGE = f"{OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]}"


def python_line() -> Line:
    """The Python that runs; torch.compile needs a CPython."""
    said = f"{platform.python_implementation()} {platform.python_version()} at {sys.executable}"
    if platform.python_implementation() != "CPython":
        return Line("Python", "fault", said, "torch.compile works with CPython: https://www.python.org")
    return Line("Python", "ok", said)


def torch_line() -> Line:
    """The installed torch, and whether this version was checked."""
    version = installed_torch()
    if version is None:
        return Line("torch", "fault", "not installed", "pip install 'torch>=2.11'")
    found = release(version)
    if found is not None and found < OLDEST:
        said = f"{version} is too old: {RANGE} was checked"
        return Line("torch", "fault", said, "pip install -U 'torch>=2.11'")
    if found is None or found > NEWEST:
        said = f"{version}: {RANGE} was checked, so parts of a report may be missing"
        return Line("torch", "warning", said, f"pip install 'torch<{NEWEST[0]}.{NEWEST[1] + 1}'")
    return Line("torch", "ok", f"{version} ({RANGE} was checked)")


def triton_line() -> Line:
    """The installed triton, with the exact command for this torch when it is missing or another one."""
    wanted, found = wanted_triton(), _version("triton")
    if wanted is None:
        return Line("triton", "warning" if found else "ok", found or "not installed; which one is known with torch")
    command = f"pip install triton=={wanted}"
    if found is None:
        if sys.platform != "linux":
            return Line("triton", "ok", f"not installed: there is none for {platform.system()}, and the CPU needs none")
        said = "not installed: the CPU needs none, the code of a GPU does"
        return Line("triton", "warning", said, command)
    if release(found, parts=3) != release(wanted, parts=3):
        return Line("triton", "warning", f"{found}, but this torch was made for {wanted}", command)
    return Line("triton", "ok", f"{found}, the one for this torch")


def wanted_triton() -> str | None:
    """The triton that the installed torch asks for, or else the one that goes with its release; None without torch."""
    version = installed_torch()
    if version is None:
        return None
    for requirement in importlib.metadata.requires("torch") or ():
        pinned = re.match(r"triton\s*\(?==\s*([\d.]+)", requirement)
        if pinned:
            return pinned[1]
    found = release(version)
    return None if found is None else TRITON.get((found[0], found[1]))


def release(version: str, *, parts: int = 2) -> tuple[int, ...] | None:
    """The first ``parts`` numbers of a version: ``(2, 13)``; None when it does not begin with numbers."""
    numbers = re.match(r"\d+(?:\.\d+)*", version)
    if numbers is None:
        return None
    given = [int(number) for number in numbers[0].split(".")]
    return tuple((given + [0] * parts)[:parts])


def _version(package: str) -> str | None:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None
