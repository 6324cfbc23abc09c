"""The explored call in float64: what both sides should have come to."""

from __future__ import annotations

import copy
from typing import Any

from explorer.measure.replay import Replay
from explorer.measure.snapshot import OWN, snapshot


def in_float64(replay: Replay) -> tuple[dict[str, Any], str | None]:
    """The tensors of the call in float64, by name, and why there are none.

    A module is copied and made ``double``; a function must reach no module. Random numbers differ by dtype, so that a
    program that draws some has no such reference.
    """
    import torch

    model: Any = replay.subject.model
    is_module = isinstance(model, torch.nn.Module)
    if "random numbers" in replay.state.changes:
        return {}, "it draws random numbers, which depend on the dtype"
    if replay.state.modules and not is_module:
        return {}, "it is a function that uses modules, which cannot be copied for it"
    if "mps" in replay.subject.devices:
        return {}, "the device has no float64"
    try:
        replay.state.reset()  # the copy begins where every call begins, not where the last one ended
        double = copy.deepcopy(model).double() if is_module else model
        outcome = replay.call("eager", double, convert=_doubled)
        if is_module:
            outcome.gradients |= {name: each.grad for name, each in double.named_parameters() if each.grad is not None}
        found = {name: each for name, each in snapshot(replay, outcome).items() if not name.startswith(OWN)}
    except Exception as error:
        return {}, f"{type(error).__name__}: {error}".split("\n", maxsplit=1)[0]
    low = [str(each.dtype) for each in found.values() if each.is_floating_point() and each.dtype is not torch.float64]
    return ({}, f"it makes {low[0]} from float64") if low else (found, None)


def _doubled(arguments: Any) -> Any:
    """The floating-point tensors in ``arguments`` in float64; those that take a gradient still do."""
    import torch
    from torch.utils import _pytree as pytree

    def double(value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or not (value.is_floating_point() or value.is_complex()):
            return value
        wide = torch.complex128 if value.is_complex() else torch.float64
        return value.detach().to(wide).requires_grad_(value.requires_grad)

    return pytree.tree_map(double, arguments)
