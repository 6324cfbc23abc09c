"""The tensors that one call made or changed, copied before anything else can change them, each with a name."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from explorer.measure.arguments import plain, same
from explorer.measure.replay import Outcome, Replay

OWN = ("buffer ", "parameter ")
"""What the names of a module's own tensors begin with."""


def snapshot(replay: Replay, outcome: Outcome) -> dict[str, Any]:
    """Copies by name: ``output``, ``gradient of weight``, ``buffer running_mean``, ``parameter weight`` (both where
    changed, a parameter by a step), ``argument 1`` where changed.
    """
    found = {name: _copied(value) for name, value in named_leaves("output", outcome.output)}
    found |= {f"gradient of {name}": _copied(value) for name, value in outcome.gradients.items()}
    changed = set(replay.state.changes)
    found |= {_own(name, value): _copied(value) for name, value in replay.state.named_tensors() if name in changed}
    return found | changed_arguments(replay, outcome)


def _own(name: str, value: Any) -> str:
    import torch

    return f"{OWN[isinstance(value, torch.nn.Parameter)]}{name}"


def changed_arguments(replay: Replay, outcome: Outcome) -> dict[str, Any]:
    """Copies of the tensors among the arguments that the call has changed."""
    first, after = dict(_arguments(replay.pristine.kept)), dict(_arguments(outcome.arguments))
    return {name: _copied(value) for name, value in after.items() if name in first and not same(value, first[name])}


def named_leaves(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The tensors and numbers in a nested value: ``output``, ``output[1]``, ``output['logits']``, ``output.loss``."""
    import torch
    from torch.utils import _pytree as pytree

    for path, leaf in pytree.tree_flatten_with_path(value)[0]:
        at = f"{name}{pytree.keystr(path)}"
        if dataclasses.is_dataclass(leaf) and not isinstance(leaf, type):
            for field in dataclasses.fields(leaf):
                yield from named_leaves(f"{at}.{field.name}", getattr(leaf, field.name))
        elif isinstance(leaf, torch.Tensor | bool | int | float | complex):
            yield at, leaf


def _arguments(arguments: Any) -> Iterator[tuple[str, Any]]:
    import torch

    args, kwargs = arguments
    for name, value in (*((f"argument {number}", each) for number, each in enumerate(args, 1)), *kwargs.items()):
        yield from ((at, leaf) for at, leaf in named_leaves(name, value) if isinstance(leaf, torch.Tensor))


def _copied(value: Any) -> Any:
    import torch

    if not isinstance(value, torch.Tensor):
        return torch.as_tensor(value)
    with torch.no_grad():
        return plain(value).clone()
