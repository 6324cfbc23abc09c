"""Attention in words: which kernel the operators of a call stand for, and why it is not another one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

FUSED = {
    "_scaled_dot_product_flash_attention_for_cpu": "flash (CPU)",
    "_scaled_dot_product_flash_attention": "flash",
    "_scaled_dot_product_efficient_attention": "memory-efficient",
    "_scaled_dot_product_cudnn_attention": "cuDNN",
    "_scaled_dot_product_fused_attention_overrideable": "the device's own",
    "_scaled_dot_product_attention_math_for_mps": "math (MPS)",
    "flex_attention": "flex attention",
}
"""The kernel behind an ATen operator (torch/nn/attention/__init__.py has the same names as ``SDPBackend``)."""

OPAQUE = {
    "_transformer_encoder_layer_fwd": "one operator for a whole encoder layer",
    "_native_multi_head_attention": "one operator for multi-head attention",
}
"""The fast paths of ``torch.nn``: Inductor calls them as they are, and fuses nothing into or inside them."""

CALLS = ("scaled_dot_product_attention", "multi_head_attention_forward", *OPAQUE, "flex_attention")
"""The operations of Dynamo's graph that are attention."""

_NUMBER = re.compile(r"_default(?:_\d+)?$")

MATH = "math"
"""Separate matrix products with a softmax between them."""

_NAMES = {
    "FLASH_ATTENTION": "flash",
    "EFFICIENT_ATTENTION": "memory-efficient",
    "CUDNN_ATTENTION": "cuDNN",
}

_SDPA = ("query", "key", "value", "attn_mask", "dropout_p", "is_causal")
_MHA = ("query", "key", "value")
"""The positional arguments of the two functions."""


def short_name(target: str) -> str:
    """``scaled_dot_product_attention`` for ``torch._C._nn.scaled_dot_product_attention``, without an overload."""
    name = target.removesuffix(".default")
    return name.rsplit(".", maxsplit=1)[-1]


def kernel_of(operators: Iterable[str]) -> str | None:
    """The kernel that a call's ATen operators stand for; None when there are none."""
    names = [short_name(each) for each in operators]
    return next((FUSED[name] for name in names if name in FUSED), MATH if names else None)


def kernel_made(nodes: Iterable[str]) -> str | None:
    """The kernel among the nodes that a pattern put in, by their names."""
    return next((FUSED[name] for name in (_NUMBER.sub("", node) for node in nodes) if name in FUSED), None)


def reasons(refused: Mapping[str, Sequence[str]], *, weights: bool) -> list[str]:
    """Why the fused kernels do not run, a sentence each; ``weights``: the call returns the attention weights."""
    if weights:
        return ["need_weights=True returns the attention weights, which no fused kernel keeps."]
    told: dict[str, list[str]] = {}
    for kernel, why in refused.items():
        for text in why or ["torch gives no reason"]:
            told.setdefault(text.rstrip("."), []).append(_NAMES.get(kernel, kernel))
    return [f"Not {' or '.join(kernels)}: {text}." for text, kernels in told.items()]


_MEANING = {
    "we are running make_fx tracing": "compiled code is always traced, so it has no such fast path",
    "mask_check enabled with torch.compile or torch.export": (
        "the compiler cannot look at the values of the mask; mask_check=False drops the padding, at a graph break"
    ),
}


def fast_path_reason(why: str) -> str:
    """The reason of a module against its fast path, with what it means for a program that is compiled."""
    return f"{why}: {_MEANING[why]}." if why in _MEANING else f"{why.rstrip('.')}."


def needs_weights(call: Mapping[str, Any]) -> bool:
    """Whether a call of ``multi_head_attention_forward``, as a live capture notes it, returns the weights."""
    return call.get("function") == "multi_head_attention_forward" and call["kwargs"].get("need_weights") is not False


def arguments(call: Mapping[str, Any]) -> dict[str, str | int | float | bool | None]:
    """What a call got, as a live capture notes it: ``query``, ``key``, ``value`` and ``mask`` as
    ``float32[1, 2, 8, 16]``, ``causal``, ``dropout``, ``layout`` where they are nested tensors.
    """
    is_sdpa = call.get("function") == "scaled_dot_product_attention"
    named = {**dict(zip(_SDPA if is_sdpa else _MHA, call["args"], strict=False)), **call["kwargs"]}
    told: dict[str, str | int | float | bool | None] = {name: _tensor(named.get(name)) for name in _MHA}
    if any(isinstance(value, dict) and value.get("nested") for value in named.values()):
        told["layout"] = "variable length"
    told["mask"] = _tensor(named.get("attn_mask")) or _tensor(named.get("key_padding_mask"))
    told["causal"] = bool(named.get("is_causal"))
    told["dropout"] = named.get("dropout_p") if is_sdpa else None
    return {name: value for name, value in told.items() if value is not None}


def _tensor(value: Any) -> str | None:
    if not isinstance(value, dict):
        return None
    return f"{value['dtype']}[variable length]" if value.get("nested") else f"{value['dtype']}{value['shape']}"
