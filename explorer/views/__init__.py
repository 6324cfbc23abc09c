"""The views: each turns a Report into something a person or a program reads.

A view is a module in this folder with ``NAME``, ``EXTENSIONS`` (each with its dot) and ``render(report, **options)``
that returns text or bytes; being here registers it. The other modules here serve notebooks and live progress or help
the views.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType


def all_views() -> dict[str, ModuleType]:
    """Every view by its name, in order of the names."""
    modules = (importlib.import_module(f"{__name__}.{found.name}") for found in pkgutil.iter_modules(__path__))
    views = (module for module in modules if all(hasattr(module, need) for need in ("NAME", "EXTENSIONS", "render")))
    return {view.NAME: view for view in sorted(views, key=lambda view: str(view.NAME))}
