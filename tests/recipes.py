"""The recipes: samples in a folder of their own, loaded by name."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

from explorer import samples


def recipes(folder: str) -> list[str]:
    """The samples of ``sample_models/<folder>``, as ``folder/name``."""
    return [name for name in samples.names() if name.startswith(f"{folder}/")]


def load(name: str) -> ModuleType:
    """A sample as a module, made anew."""
    spec = importlib.util.spec_from_file_location(f"recipe_{name.replace('/', '_')}", samples.path(name))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
