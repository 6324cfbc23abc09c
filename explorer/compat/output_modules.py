"""The generated modules that are loaded: what torch runs, and so what has to be timed."""

from __future__ import annotations

import types
from collections.abc import Iterable

from explorer.compat.private import Private

LOADED = Private(
    "torch._inductor.codecache:PyCodeCache.modules",
    "times of single kernels",
    "the generated modules cannot be found, so that kernels are not timed one by one",
)


def loaded(files: Iterable[str]) -> dict[str, list[types.ModuleType]]:
    """The modules that were loaded from each of ``files``, by file; one with constants may be loaded several times."""
    modules: list[types.ModuleType] = LOADED.get() or []
    wanted: dict[str, list[types.ModuleType]] = {file: [] for file in files}
    for module in modules:
        if getattr(module, "__file__", None) in wanted:
            wanted[str(module.__file__)].append(module)
    return {file: found for file, found in wanted.items() if found}
