"""What tensors and modules keep to themselves: how often a tensor was written to, and a module's table of buffers."""

from __future__ import annotations

from typing import Any


def writes(tensor: Any) -> int | None:
    """How often ``tensor`` was written to in place; None for one that does not count (an inference tensor)."""
    return None if tensor.is_inference() else getattr(tensor, "_version", None)


def buffers_of(module: Any) -> dict[str, Any]:
    """The module's own buffers by name, to be changed in place: assigning one through the module may do more."""
    return getattr(module, "_buffers", {})
