"""Folders that must be writable, and a foreign package named ``explorer`` in the way of this one."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import explorer
from explorer.doctor.line import Line

ROOM = 1 << 30
"""Bytes; with less than this free a compile may fail for lack of room."""

DISTRIBUTION = "torch-compile-explorer"


def folder_line(name: str, folder: str, remedy: str) -> Line:
    """Whether a file can be written to ``folder``; tried where it is, or where it would be made."""
    there = Path(folder)
    while not there.exists() and there != there.parent:
        there = there.parent
    try:
        with tempfile.TemporaryFile(dir=there) as file:
            file.write(b"doctor")
    except OSError as error:
        return Line(name, "fault", f"{folder} cannot be written: {error.strerror or error}", remedy)
    free = shutil.disk_usage(there).free
    if free < ROOM:
        return Line(name, "warning", f"{folder} has {free >> 20} MiB left", "make room, or choose another folder")
    return Line(name, "ok", folder)


def package_line(folders: list[str] | None = None) -> Line:
    """Whether ``import explorer`` finds this package in the working directory and everywhere on the path."""
    own = Path(explorer.__file__).resolve().parent
    others = [each for each in _named_explorer(folders or [os.getcwd(), *sys.path]) if each[1] != own]
    sharing = sorted({*importlib.metadata.packages_distributions().get("explorer", ())} - {DISTRIBUTION})
    if sharing:
        said = f"{', '.join(sharing)} brings a package of the same name into this environment"
        return Line("package explorer", "fault", said, f"pip uninstall {sharing[0]}, then install {DISTRIBUTION} again")
    first = next((found for before, found in others if before), None)
    if first is not None:
        remedy = "rename it, or start Python elsewhere"
        return Line("package explorer", "fault", f"{first} is imported instead of this one from here", remedy)
    return Line("package explorer", "ok", str(own))


def _named_explorer(folders: list[str]) -> Iterator[tuple[bool, Path]]:
    """What ``import explorer`` could find in each folder, and whether that comes before our own."""
    own = Path(explorer.__file__).resolve().parent
    before = True
    for folder in dict.fromkeys(folders):
        package, module = Path(folder or ".") / "explorer", Path(folder or ".") / "explorer.py"
        found = package if (package / "__init__.py").is_file() else module if module.is_file() else None
        if found is None:
            continue
        before = before and found.resolve() != own
        yield before, found.resolve()
