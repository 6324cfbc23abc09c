"""The leaves of nested values with their paths, whatever types are registered with torch's pytree."""

from __future__ import annotations

from typing import Any


def flatten(value: Any) -> tuple[list[tuple[str, Any]], Any]:
    """Each leaf with its path (``[0]['loss']``), and the structure that puts them together again.

    Where a type was registered without the names of its parts (as libraries do), the leaves are numbered: ``.0``.
    """
    from torch.utils import _pytree as pytree

    try:
        found, shape = pytree.tree_flatten_with_path(value)
        return [(pytree.keystr(path), leaf) for path, leaf in found], shape
    except ValueError:  # no names for the parts of some type in it
        pass
    leaves, shape = pytree.tree_flatten(value)
    return [(f".{number}", leaf) for number, leaf in enumerate(leaves)], shape


def unflatten(leaves: list[Any], shape: Any) -> Any:
    """The value again, with other leaves."""
    from torch.utils import _pytree as pytree

    return pytree.tree_unflatten(leaves, shape)
