"""What is needed to run an explored program again: its arguments, its options, and where its random numbers began.

It shall not keep a user's memory: small tensors are copied, so that a program that writes to its inputs can be run
again as it was; large ones, and large models, are only watched.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer.compat.tensors import has_changed, writes
from explorer.errors import UsageError
from explorer.nested import flatten, unflatten
from explorer.tracing.world import save_random

KEPT_BYTES = 64 * 2**20
"""So many bytes of inputs, and of outputs, and of a model's tensors, are kept alive; what is more is the user's."""

Arguments = tuple[Sequence[Any], Mapping[str, Any]]


class Kept:
    """The calls of one exploration, to be made again. ``how`` are the other keywords of ``explorer.explain``."""

    def __init__(self, model: Any, calls: Sequence[Arguments], how: Mapping[str, Any]) -> None:
        self._model = _model(model)
        self._how = dict(how)
        self._random = save_random()
        self._attributes = _plain_attributes(model)
        room = [KEPT_BYTES]
        self._calls = [_kept(call, f"call {number}", room) for number, call in enumerate(calls)]

    @property
    def model(self) -> Any:
        """The explored model. Raises ``UsageError`` when it is gone."""
        model = self._model()
        if model is None:
            raise UsageError("the explored model is gone: keep it in a variable, or explain it again")
        return model

    @property
    def model_or_none(self) -> Any:
        """The explored model as long as it lives."""
        return self._model()

    @property
    def how(self) -> dict[str, Any]:
        """The keywords it was explained with, ``calls`` and ``before`` apart."""
        return {name: value for name, value in self._how.items() if name != "before"}

    def changed(self) -> tuple[str, ...]:
        """The inputs that were written to and are too large for a copy: they no longer hold what the first run saw."""
        return tuple(leaf.name for _, leaves in self._calls for leaf in leaves if leaf.changed)

    def calls(self) -> list[Arguments]:
        """The arguments of every call. Raises ``UsageError`` when some are gone or used up."""
        return [rebuild([leaf.value() for leaf in leaves]) for rebuild, leaves in self._calls]

    def rewind(self) -> None:
        """Give the model's plain attributes (a counter, the training mode) the values that the first run began with.

        Whoever calls this puts the present ones back.
        """
        for module, values in self._attributes.items():
            vars(module).update(values)

    def before(self) -> list[Callable[[Any], Any] | None]:
        """The user's hooks; ahead of the first the random numbers are set to where the first run began."""
        hooks: list[Callable[[Any], Any] | None] = [*(self._how.get("before") or ()), None]
        first, more = hooks[0], hooks[1:]

        def begin(model: Any) -> None:
            self._random()
            if first is not None:
                first(model)

        return [begin, *more[: len(self._calls) - 1]]


class _Leaf:
    """One value of the arguments."""

    def __init__(self, name: str, value: Any, room: list[int]) -> None:
        import torch

        self.name = name
        self._copy: Any = None
        self._writes: int | None = None
        self._is_tensor = isinstance(value, torch.Tensor)
        self._get: Callable[[], Any] = lambda: value
        self._used_up = isinstance(value, Iterator)
        if not self._is_tensor:
            return
        self._writes = writes(value)
        size = _bytes(value)
        if size <= room[0]:
            room[0] -= size
            self._copy = _copy(value)
        else:
            self._get = weakref.ref(value)

    @property
    def changed(self) -> bool:
        """Whether it was written to since, and there is no copy."""
        value = self._get()
        return self._is_tensor and self._copy is None and value is not None and writes(value) != self._writes

    def value(self) -> Any:
        """The value as the first run saw it, where that can be had."""
        if self._used_up:
            raise UsageError(f"{self.name} is an iterator, which the first run used up: pass a list or a tuple")
        value = self._get()
        if value is None and self._is_tensor:
            raise UsageError(f"{self.name} is gone and was too large to be kept: hold it in a variable")
        if self._copy is None or not has_changed(value, self._writes, self._copy):
            return value
        return _as(self._copy, value)


def _kept(call: Arguments, name: str, room: list[int]) -> tuple[Callable[[list[Any]], Arguments], list[_Leaf]]:
    """The leaves of the arguments of one call, and what puts them together again."""
    args, kwargs = call
    found, shape = flatten((tuple(args), dict(kwargs)))
    leaves = [_Leaf(f"{name}, {_said(path)}", value, room) for path, value in found]
    return lambda values: unflatten(values, shape), leaves


def _said(path: str) -> str:
    """``[0][1]``, the second positional argument, as ``argument 1``; ``[1]['mask']`` as ``mask``."""
    if path.startswith("."):
        return f"value {path[1:]} of the arguments"
    which, _, rest = path.removeprefix("[").partition("]")
    return f"argument {rest.strip('[]')}" if which == "0" else rest.strip("[]'\"")


def _plain_attributes(model: Any) -> weakref.WeakKeyDictionary[Any, dict[str, Any]]:
    """The numbers, texts and flags that the modules of ``model`` hold, by module."""
    import torch

    owner = getattr(model, "__self__", model)
    modules = owner.modules() if isinstance(owner, torch.nn.Module) else ()
    kept: weakref.WeakKeyDictionary[Any, dict[str, Any]] = weakref.WeakKeyDictionary()
    for module in modules:
        kept[module] = {
            name: value
            for name, value in vars(module).items()
            if not name.startswith("_") and isinstance(value, bool | int | float | str | None)
        }
    return kept


def _model(model: Any) -> Callable[[], Any]:
    """The model, or a weak reference when it is large."""
    import torch

    owner = getattr(model, "__self__", model)
    if not isinstance(owner, torch.nn.Module) or sum(map(_bytes, [*owner.parameters(), *owner.buffers()])) < KEPT_BYTES:
        return lambda: model
    return weakref.WeakMethod(model) if owner is not model else weakref.ref(model)


def _bytes(tensor: Any) -> int:
    try:
        return int(tensor.numel() * tensor.element_size())
    except Exception:  # a lazy parameter, a nested or a fake tensor: nothing is kept of it
        return 0


def _copy(tensor: Any) -> Any:
    """The values of a small tensor; None where it cannot be copied."""
    import torch

    try:
        with torch.no_grad():
            return tensor.detach().clone()
    except Exception:
        return None


def _as(copy: Any, tensor: Any) -> Any:
    """A fresh tensor with the values of ``copy`` and the nature of ``tensor``: a leaf, a parameter."""
    import torch

    made = copy.clone()
    if isinstance(tensor, torch.nn.Parameter):
        return torch.nn.Parameter(made, requires_grad=tensor.requires_grad)
    return made.requires_grad_(tensor.requires_grad)


class Outputs:
    """What the calls returned, from the first on, as long as they are small; the first is kept whatever its size."""

    def __init__(self) -> None:
        self.kept: list[Any] = []
        self._room = KEPT_BYTES
        self._full = False

    def add(self, output: Any) -> None:
        """Keep the output of the next call, if there is room."""
        from explorer.tracing.environment import leaves

        self._room -= sum(_bytes(leaf) for leaf in leaves(output) if hasattr(leaf, "element_size"))
        self._full = self._full or (self._room < 0 and bool(self.kept))
        if not self._full:
            self.kept.append(output)


@dataclass(frozen=True)
class Ran:
    """What an exploration knows of its run beside the report; ``random`` says whether it drew random numbers."""

    kept: Kept | None
    outputs: tuple[Any, ...] = ()
    random: bool = False
