"""What to call a model with: from an expression, or from what the model itself or its library says."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from explorer.errors import UsageError
from explorer.expression import Scope, parse

BATCH = 2
"""Images made from a timm model's input size: two, since a batch of one is a special case for torch.compile."""


@dataclass(frozen=True)
class Inputs:
    """The arguments of the first call, and in words where they are from.

    ``found`` says that nobody gave them: the user is told of the source.
    """

    args: tuple[Any, ...] = ()
    kwargs: dict[str, Any] = field(default_factory=dict)
    source: str = "the call"
    found: bool = False


def from_expression(text: str, scope: Scope) -> Inputs:
    """``--inputs``: written as in a call (``x, mask=m``), or one expression: a tuple holds the arguments, a mapping the
    keyword arguments, anything else is the one argument. Raises ``UsageError`` when it cannot be evaluated.
    """
    call = parse(f"_({text})", scope, what="--inputs") if text.strip() else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise UsageError(f"--inputs needs the arguments of the call, such as 'torch.randn(2, 8)', not {text!r}")
    try:
        args, kwargs = scope.arguments(call)
    except Exception as error:
        raise UsageError(f"--inputs {text}: {type(error).__name__}: {error}") from error
    if len(args) == 1 and not kwargs and not any(isinstance(node, ast.Starred) for node in call.args):
        return from_value(args[0], "--inputs")
    return Inputs(args, kwargs, "--inputs")


def from_value(value: Any, source: str) -> Inputs:
    """A tuple holds the arguments, a mapping with text keys those by keyword, anything else is the one argument."""
    if isinstance(value, tuple):
        return Inputs(value, {}, source)
    if isinstance(value, Mapping) and value and all(isinstance(key, str) for key in value):
        return Inputs((), dict(value), source)
    return Inputs((value,), {}, source)


def find(model: Any, name: str, *, how: str = "--inputs EXPR") -> Inputs:
    """Inputs that ``model`` or its library offers. Raises ``UsageError`` that says how to give them (``how``)."""
    for look in (_example_inputs, _dummy_inputs, _input_size, _sample, _nothing_needed):
        found = look(model)
        if found is not None:
            return replace(found, found=True)
    raise UsageError(
        f"no inputs for {name}: give {how}, or a method example_inputs() on the model that returns a tuple of arguments"
    )


def _example_inputs(model: Any) -> Inputs | None:
    offer = getattr(model, "example_inputs", None)
    if offer is None:
        return None
    return from_value(
        offer() if callable(offer) else offer, "model.example_inputs()" if callable(offer) else "model.example_inputs"
    )


def _dummy_inputs(model: Any) -> Inputs | None:
    """transformers: every ``PreTrainedModel`` has a mapping ``dummy_inputs``."""
    offer = getattr(model, "dummy_inputs", None)
    if not isinstance(offer, Mapping) or not offer:
        return None
    return Inputs((), {str(key): _on_device_of(model, value) for key, value in offer.items()}, "model.dummy_inputs")


def _input_size(model: Any) -> Inputs | None:
    """timm: ``pretrained_cfg`` says the size of one image (channels, height, width)."""
    for name in ("pretrained_cfg", "default_cfg"):
        config = getattr(model, name, None)
        size = config.get("input_size") if isinstance(config, Mapping) else getattr(config, "input_size", None)
        if isinstance(size, tuple | list) and size and all(isinstance(length, int) for length in size):
            import torch

            images = _on_device_of(model, torch.randn(BATCH, *size, dtype=_dtype_of(model)))
            return Inputs((images,), {}, f"{BATCH} random images of model.{name}['input_size']")
    return None


def _sample(model: Any) -> Inputs | None:
    """A file in the style of the samples: its ``build()`` makes a model of this type, and inputs for it."""
    module = sys.modules.get(getattr(model, "__module__", None) or type(model).__module__)
    build = getattr(module, "build", None)
    if not inspect.isfunction(build) or build is model or needs_arguments(build):
        return None
    made = build()
    if not isinstance(made, Mapping) or "inputs" not in made or type(made.get("model")) is not type(model):
        return None
    if inspect.isfunction(model) and made["model"] is not model:
        return None
    return Inputs(tuple(made["inputs"]), dict(made.get("kwargs") or {}), "build() of the file that defines it")


def _nothing_needed(model: Any) -> Inputs | None:
    function = getattr(model, "forward", model)
    try:
        empty = not inspect.signature(function).parameters
    except (TypeError, ValueError):
        return None
    return Inputs((), {}, "nothing: it takes no arguments") if empty else None


def needs_arguments(function: Callable[..., Any]) -> bool:
    """Whether ``function`` cannot be called without arguments; True when its signature is not known."""
    try:
        inspect.signature(function).bind()
    except (TypeError, ValueError):
        return True
    return False


def _on_device_of(model: Any, value: Any) -> Any:
    parameter = _first_parameter(model)
    return value.to(parameter.device) if parameter is not None and hasattr(value, "to") else value


def _dtype_of(model: Any) -> Any:
    parameter = _first_parameter(model)
    return parameter.dtype if parameter is not None and parameter.is_floating_point() else None


def _first_parameter(model: Any) -> Any:
    parameters = getattr(model, "parameters", None)
    return next(iter(parameters()), None) if callable(parameters) else None
