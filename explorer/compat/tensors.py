"""What tensors and modules keep to themselves: how often a tensor was written to, and a module's table of buffers."""

from __future__ import annotations

from typing import Any


def writes(tensor: Any) -> int | None:
    """How often ``tensor`` was written to in place; None for one that does not count (an inference tensor)."""
    return None if tensor.is_inference() else getattr(tensor, "_version", None)


def has_changed(tensor: Any, written: int | None, value: Any) -> bool:
    """Whether ``tensor``, written to ``written`` times when it was equal to ``value``, may be another by now.

    The values are looked at too: ``batch_norm`` writes its running statistics in eager and does not count that, and an
    inference tensor counts nothing (``written`` None).
    """
    import torch

    if written is not None and writes(tensor) != written:
        return True
    try:
        return not torch.equal(tensor, value)
    except (NotImplementedError, RuntimeError):  # a sparse or nested tensor: no such operator writes to it
        return False


def buffers_of(module: Any) -> dict[str, Any]:
    """The module's own buffers by name, to be changed in place: assigning one through the module may do more."""
    return getattr(module, "_buffers", {})
