"""Changes of an attention call that may let torch take a fused kernel, to be tried one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

Call = Mapping[str, Any]
"""``{function, args, kwargs}`` with tensors as :func:`explorer.compat.attention.calls_in` describes them."""

SDPA = "scaled_dot_product_attention"
_POSITIONS = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")


def _bound(call: Call) -> dict[str, Any] | None:
    """The arguments of a call of ``scaled_dot_product_attention`` by name (it has no signature to ask)."""
    if call["function"] != SDPA:
        return None
    return {**dict(zip(_POSITIONS, call["args"], strict=False)), **call["kwargs"]}


def _with(**changes: Any) -> Callable[[Call], Call | None]:
    """A call with arguments by name changed, where it has them at another value."""

    def change(call: Call) -> Call | None:
        import inspect

        import torch

        bound = _bound(call)
        if bound is None:
            signature = inspect.signature(getattr(torch.nn.functional, call["function"]))
            bound = dict(signature.bind(*call["args"], **call["kwargs"]).arguments)
        if not any(name in bound and bound[name] != value for name, value in changes.items()):
            return None
        return {"function": call["function"], "args": [], "kwargs": {**bound, **changes}}

    return change


def _tensors(changed: Callable[[str, dict[str, Any]], dict[str, Any]]) -> Callable[[Call], Call | None]:
    """A call of ``scaled_dot_product_attention`` with its tensors changed."""

    def change(call: Call) -> Call | None:
        bound = _bound(call)
        if bound is None:
            return None
        after = {name: changed(name, value) if isinstance(value, dict) else value for name, value in bound.items()}
        return None if after == bound else {"function": call["function"], "args": [], "kwargs": after}

    return change


def _detached(name: str, value: dict[str, Any]) -> dict[str, Any]:
    return {**value, "grad": False} if name == "attn_mask" else value


def _contiguous(_name: str, value: dict[str, Any]) -> dict[str, Any]:
    strides: list[int] = []
    step = 1
    for size in reversed(value["shape"]):
        strides.insert(0, step)
        step *= max(size, 1)
    return {**value, "stride": strides}


def _batched(name: str, value: dict[str, Any]) -> dict[str, Any]:
    if name == "attn_mask" or len(value["shape"]) != 3:
        return value
    return {
        **value,
        "shape": [1, *value["shape"]],
        "stride": [value["shape"][0] * value["stride"][0], *value["stride"]],
    }


CHANGES: dict[str, Callable[[Call], Call | None]] = {
    "need_weights=False": _with(need_weights=False),
    "dropout_p=0": _with(dropout_p=0.0),
    "a mask without gradient": _tensors(_detached),
    "contiguous inputs": _tensors(_contiguous),
    "a fourth dimension": _tensors(_batched),
}
"""Changes of a call that are tried one by one, by their name for people."""
