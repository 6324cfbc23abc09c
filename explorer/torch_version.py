"""The installed torch: is it there, old enough, new enough? Answered without importing it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
import warnings

from explorer.errors import UsageError

OLDEST = (2, 11)
NEWEST = (2, 14)
_WARNED: set[str] = set()


def installed_torch() -> str | None:
    """The version of the installed torch, or None."""
    if importlib.util.find_spec("torch") is None:
        return None
    try:
        return importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        return None


def check_torch() -> None:
    """Raise ``UsageError`` when torch is missing or too old; warn once when it is newer than was checked."""
    version = installed_torch()
    if version is None:
        raise UsageError("torch is not installed: pip install 'torch>=2.11'")
    match = re.match(r"(\d+)\.(\d+)", version)
    if match is None:
        return
    found = (int(match[1]), int(match[2]))
    if found < OLDEST:
        raise UsageError(
            f"torch {version} is too old: Compile Explorer needs 2.11 or newer: pip install -U 'torch>=2.11'"
        )
    if found > NEWEST and version not in _WARNED:
        _WARNED.add(version)
        text = f"torch {version} is newer than Compile Explorer was checked on (2.11 to 2.14): parts may be missing"
        warnings.warn(text, stacklevel=3)
