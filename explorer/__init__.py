"""Compile Explorer: see what torch.compile did to your model. Importing this imports no torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

__all__ = [
    "Exploration",
    "ExplorerError",
    "ReportError",
    "UsageError",
    "capture",
    "compare",
    "explain",
    "load",
    "watch",
]

_HOMES = {
    "Exploration": "explorer.exploration",
    "ExplorerError": "explorer.errors",
    "ReportError": "explorer.errors",
    "UsageError": "explorer.errors",
    "capture": "explorer.api",
    "compare": "explorer.api",
    "explain": "explorer.api",
    "load": "explorer.api",
    "watch": "explorer.watching",
}

if TYPE_CHECKING:
    from explorer.api import capture, compare, explain, load
    from explorer.errors import ExplorerError, ReportError, UsageError
    from explorer.exploration import Exploration
    from explorer.watching import watch


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'explorer' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(home), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext explorer``: add the magics (``%compile_explain``, ``%compile_watch``) and meet the front end."""
    from explorer.lab import attach
    from explorer.magics import load

    load(shell)
    attach(shell)
