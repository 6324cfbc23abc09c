"""The arguments of the explored call as they were before it, and fresh copies of them for each call after it."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.measure.errors import CannotReplay
from explorer.tracing.environment import leaves

Arguments = tuple[tuple[Any, ...], dict[str, Any]]


class Pristine:
    """A copy of ``(args, kwargs)`` made before the call.

    Tensors that are one object, or share memory, do so in every copy. Modules, and the tensors in ``shared`` (those of
    the model), are not copied: they are the same in every call.

    Raises ``CannotReplay`` when an argument cannot be copied, such as a generator, which one call uses up.
    """

    def __init__(self, args: Sequence[Any], kwargs: Mapping[str, Any], *, shared: Sequence[Any] = ()) -> None:
        self._shared = {id(each): each for each in (*shared, *_modules((args, kwargs)))}
        self._kept = self._copied((tuple(args), dict(kwargs)), named=True)

    @property
    def kept(self) -> Arguments:
        """The arguments as they were; not to be changed."""
        return self._kept

    def fresh(self) -> Arguments:
        """A new copy."""
        return self._copied(self._kept)

    def changed(self, arguments: Arguments) -> bool:
        """Whether a call changed ``arguments``, one of the copies."""
        return not same(arguments, self._kept)

    def put_back(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
        """Write the first values back into the tensors of the original arguments; returns those that had changed."""
        import torch

        changed = []
        for now, before in zip(_tensors((args, kwargs)), _tensors(self._kept), strict=False):
            if now is not before and now.shape == before.shape and not same(now, before):
                with torch.inference_mode(now.is_inference()), torch.no_grad():
                    now.copy_(before)
                changed.append(now)
        return changed

    def _copied(self, arguments: Arguments, *, named: bool = False) -> Arguments:
        memo: dict[int, Any] = dict(self._shared)
        _copy_special(arguments, memo)
        if not named:
            return copy.deepcopy(arguments, memo)
        args, kwargs = arguments
        names = [f"argument {number}" for number in range(1, len(args) + 1)]
        first = tuple(_named_copy(name, value, memo) for name, value in zip(names, args, strict=True))
        return first, {name: _named_copy(f"argument {name!r}", value, memo) for name, value in kwargs.items()}


def _named_copy(name: str, value: Any, memo: dict[int, Any]) -> Any:
    if isinstance(value, Iterator) and type(value).__name__ == "generator":
        raise CannotReplay(f"{name} is a generator, which one call uses up: give a list")
    try:
        return copy.deepcopy(value, memo)
    except Exception as error:
        kind = type(value).__name__
        raise CannotReplay(f"{name} ({kind}) cannot be copied for a second call: {error}") from error


def _copy_special(arguments: Any, memo: dict[int, Any]) -> None:
    """Tensors that ``deepcopy`` refuses: those that autograd computed become leaves, subclasses are copied as plain."""
    import torch

    for tensor in _tensors(arguments):
        wrapper = hasattr(tensor, "__tensor_flatten__")
        subclass = type(tensor) not in (torch.Tensor, torch.nn.Parameter) and not wrapper
        computed = tensor.requires_grad and not tensor.is_leaf
        if id(tensor) in memo or not (subclass or computed):
            continue
        base = tensor.as_subclass(torch.Tensor) if subclass else tensor
        made = copy.deepcopy(base.detach(), memo).requires_grad_(tensor.requires_grad)
        if subclass:
            made = made.as_subclass(type(tensor))
            vars(made).update(copy.deepcopy(vars(tensor), memo))
        memo[id(tensor)] = made


def _tensors(value: Any) -> list[Any]:
    import torch

    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]


def _modules(value: Any) -> list[Any]:
    import torch

    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.nn.Module)]


def same(one: Any, other: Any, seen: frozenset[int] = frozenset()) -> bool:
    """Whether two values are equal, tensors by type, shape and content (NaN equals NaN).

    Objects that are neither tensors, numbers, texts nor containers are compared by their attributes. ``seen`` are the
    ids of the objects around: one that contains itself is not entered again.
    """
    import torch

    if one is other or id(one) in seen:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, torch.Tensor):
        return _same_tensors(one, other)
    if isinstance(one, int | float | complex | str | bytes | set | frozenset):
        return bool(one == other) or (isinstance(one, float) and math.isnan(one) and math.isnan(other))
    inside = seen | {id(one)}
    if isinstance(one, Mapping):
        return list(one) == list(other) and all(same(one[key], other[key], inside) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(same(*pair, inside) for pair in zip(one, other, strict=True))
    state, others = getattr(one, "__dict__", None), getattr(other, "__dict__", None)
    return same(state, others, inside) if state and others else True


def _same_tensors(one: Any, other: Any) -> bool:
    import torch

    alike = one.shape == other.shape and one.dtype == other.dtype and one.device == other.device
    if not alike or one.layout is not other.layout:
        return False
    if one.is_meta:
        return True
    with torch.no_grad():
        try:
            if one.is_floating_point() or one.is_complex():
                return bool(torch.allclose(plain(one), plain(other), rtol=0.0, atol=0.0, equal_nan=True))
            return bool(torch.equal(plain(one), plain(other)))
        except (RuntimeError, TypeError, NotImplementedError):  # a layout or subclass without the comparison
            return True


def plain(tensor: Any) -> Any:
    """``tensor`` detached, dense, and no subclass, so that looking at it runs nobody's code."""
    import torch

    tensor = tensor.detach()
    if type(tensor) is not torch.Tensor:
        tensor = tensor.as_subclass(torch.Tensor)
    return tensor if tensor.layout is torch.strided else tensor.to_dense()
