"""Dynamo's memory of sizes it has seen (profile-guided dynamic shapes), saved and put back."""

from __future__ import annotations

import copy
import importlib
from typing import Any

from explorer.compat.private import Private

CODE_STATE = Private(
    "torch._dynamo.pgo:_CODE_STATE",
    "automatic dynamic shapes as they were",
    "sizes seen in this exploration may make a later compile dynamic earlier than without it",
)
_NAMES = ("_CODE_STATE", "_INIT_CODE_STATE", "_KNOWN_DYNAMIC_SOURCES", "_LOGGED_DYNAMIC_ALLOWLIST")


def save() -> dict[str, Any] | None:
    """A copy of the state, or None when this torch has none under these names.

    The copy becomes the state in force, so that the original is never written to.
    """
    module = _module()
    if module is None:
        return None
    saved = {name: getattr(module, name) for name in _NAMES if hasattr(module, name)}
    for name, value in saved.items():
        setattr(module, name, copy.deepcopy(value))
    return saved


def restore(saved: dict[str, Any] | None) -> None:
    """Put back what :func:`save` returned."""
    module = _module()
    if saved is None or module is None:
        return
    for name, value in saved.items():
        setattr(module, name, value)


def _module() -> Any:
    return importlib.import_module("torch._dynamo.pgo") if CODE_STATE.is_there else None
