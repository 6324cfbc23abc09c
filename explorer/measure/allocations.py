"""The memory that tensors hold while they live, told of as they are made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from explorer.tracing.environment import leaves


class Live:
    """Counts the bytes of storages, each once, from when :meth:`add` is told of it until nothing holds it any more.

    ``peak`` is the most that was alive at once. The storages of ``before`` do not count: they were there. ``unseen``
    tells that there were tensors that wrap others, whose storages are not their own.
    """

    def __init__(self, before: Iterable[Any] = ()) -> None:
        self._known = {key for tensor in before if (key := storage_key(tensor)) is not None}
        self._alive: dict[int, tuple[Any, int]] = {}
        self.peak = 0
        self.unseen = False

    def add(self, value: Any) -> None:
        """Something nested that holds tensors was made."""
        import torch
        from torch.multiprocessing.reductions import StorageWeakRef

        new = False
        for tensor in leaves(value):
            key = storage_key(tensor) if isinstance(tensor, torch.Tensor) else None
            self.unseen |= hasattr(tensor, "__tensor_flatten__")
            if key is None or key in self._known or (key in self._alive and not self._alive[key][0].expired()):
                continue
            storage = tensor.untyped_storage()
            self._alive[key] = (StorageWeakRef(storage), int(storage.nbytes()))
            new = True
        if new:
            self._alive = {key: each for key, each in self._alive.items() if not each[0].expired()}
            self.peak = max(self.peak, self.bytes)

    @property
    def bytes(self) -> int:
        """What is alive now."""
        return sum(size for reference, size in self._alive.values() if not reference.expired())


def distinct_bytes(tensors: Iterable[Any], *, besides: Iterable[Any] = ()) -> tuple[int, int]:
    """The bytes of the storages of ``tensors``, each once, and how many there are; none that ``besides`` hold."""
    skipped = {storage_key(tensor) for tensor in besides}
    found = {
        key: tensor.untyped_storage().nbytes() for tensor in tensors if (key := storage_key(tensor)) not in skipped
    }
    found.pop(None, None)
    return int(sum(found.values())), len(found)


def storage_key(tensor: Any) -> int | None:
    """What tells storages apart; None for a tensor without one (sparse, nested, on no device)."""
    try:
        storage = tensor.untyped_storage()
        return int(storage.data_ptr()) or None
    except (RuntimeError, NotImplementedError, AttributeError):
        return None
