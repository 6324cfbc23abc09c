"""Which attention kernel torch picks for a call, and its own reasons against the others: asked with fake tensors.

A fake tensor has sizes, strides, dtype, device and gradient flag but no memory, and torch's choice
(aten/src/ATen/native/transformers/sdp_utils*.cpp) looks at nothing else: the call is run on fakes, nothing is computed,
and the operators that it dispatches to are the answer. Refused kernels are asked for alone, which makes torch say why
not.
"""

from __future__ import annotations

import contextlib
import functools
import warnings
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.compat.attention_changes import CHANGES, Call
from explorer.compat.private import Private

FEATURE = "attention kernels"
FAKES = Private(
    "torch._subclasses.fake_tensor:FakeTensorMode",
    FEATURE,
    "which attention kernel runs is known only from AOTAutograd's graph, without the reasons",
)
CALLS = ("scaled_dot_product_attention", "multi_head_attention_forward")
"""The functions whose calls in Dynamo's graph are asked about."""

_KERNELS = {"cpu": ("FLASH_ATTENTION",), "cuda": ("FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION")}
"""The fused kernels that a device may have, by the names of ``torch.nn.attention.SDPBackend``."""

_HEADERS = {"flash": "FLASH_ATTENTION", "memory": "EFFICIENT_ATTENTION", "cudnn": "CUDNN_ATTENTION"}

Modes = Mapping[str, Any]


def calls_in(graph: Any) -> dict[str, dict[str, Any]]:
    """The attention calls of Dynamo's graph module by node name: ``{function, args, kwargs}``.

    A tensor is ``{shape, stride, dtype, device, grad}``; a nested one, which has no such shape, ``{nested, …}``. A call
    with a size that only the data tells is left out.
    """
    found = {}
    for node in graph.graph.nodes:
        name = getattr(node.target, "__name__", "")
        if node.op == "call_function" and name in CALLS:
            try:
                args, kwargs = _plain(node.args), {key: _plain(value) for key, value in node.kwargs.items()}
            except TypeError:
                continue
            found[node.name] = {"function": name, "args": args, "kwargs": kwargs}
    return found


def _plain(value: Any) -> Any:
    import torch

    if isinstance(value, torch.fx.Node):
        value = value.meta.get("example_value")
    if isinstance(value, torch.Tensor):
        if value.is_nested:
            return {"nested": True, "dtype": str(value.dtype).removeprefix("torch."), "device": value.device.type}
        return {
            "shape": [_size(size) for size in value.shape],
            "stride": [_size(step) for step in value.stride()],
            "dtype": str(value.dtype).removeprefix("torch."),
            "device": value.device.type,
            "grad": value.requires_grad,
        }
    if isinstance(value, torch.SymInt):
        return _size(value)
    if isinstance(value, torch.SymFloat | torch.SymBool):
        return value.node.hint
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    raise TypeError(type(value))


def _size(size: Any) -> int:
    """The value that a size had when the graph was captured; asking it the usual way would add a guard."""
    hint = size if isinstance(size, int) else size.node.hint
    if not isinstance(hint, int):
        raise TypeError("a size that only the data tells")
    return hint


def allowed() -> list[str] | None:
    """The kernels that torch's global flags allow now, by the names of ``SDPBackend``; None when all are."""
    import torch

    flags = {
        "FLASH_ATTENTION": "flash_sdp_enabled",
        "EFFICIENT_ATTENTION": "mem_efficient_sdp_enabled",
        "CUDNN_ATTENTION": "cudnn_sdp_enabled",
        "MATH": "math_sdp_enabled",
    }
    found = [name for name, flag in flags.items() if getattr(torch.backends.cuda, flag, bool)() is not False]
    return None if len(found) == len(flags) else found


def ask(call: Call, modes: Modes) -> dict[str, Any] | None:
    """torch's answer for one of :func:`calls_in`; None when it cannot be asked (nested tensors cannot be faked so).

    ``modes`` are those in force at the call: ``grad`` (bool), ``autocast`` (device to dtype, ``"default"``, or None for
    off) and ``allowed`` (names of ``SDPBackend``, None: all). ``operators`` are those that the call dispatches to,
    ``refused`` the reasons against each kernel of the device where none is taken, ``fused_with`` the changes of the
    call that would give one.
    """
    tensors = [value for value in (*call["args"], *call["kwargs"].values()) if isinstance(value, dict)]
    if FAKES.get() is None or any(value.get("nested") for value in tensors):
        return None
    operators = _operators(call, modes)
    refused: dict[str, list[str]] = {}
    if not _is_fused(operators):
        allowed = modes.get("allowed")
        for kernel in _KERNELS.get(_device(call), ()):
            refused[kernel] = (
                ["sdpa_kernel does not allow it here"]
                if allowed is not None and kernel not in allowed
                else _reasons(call, {**modes, "allowed": [kernel]}, kernel)
            )
    fused_with = [] if _is_fused(operators) else list(_remedies(call, modes))
    return {"operators": operators, "refused": refused, "fused_with": fused_with}


def _is_fused(operators: Sequence[str]) -> bool:
    return any("_scaled_dot_product_" in name and not name.endswith("_math") for name in operators)


def _device(call: Call) -> str:
    return str(next((value["device"] for value in call["args"] if isinstance(value, dict)), "cpu"))


def _operators(call: Call, modes: Modes) -> list[str]:
    """The ATen operators that the call dispatches to, once each."""
    import torch
    from torch.utils._python_dispatch import TorchDispatchMode

    names: dict[str, None] = {}

    class Heard(TorchDispatchMode):  # type: ignore[misc]
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            name = str(func)
            if not name.startswith("prim."):
                names[name.removesuffix(".default")] = None
            return func(*args, **(kwargs or {}))

    with _in_force(modes), FAKES.get()() as fakes:
        args, kwargs = _made(call, fakes)
        with Heard():
            getattr(torch.nn.functional, call["function"])(*args, **kwargs)
    return list(names)


def _made(call: Call, fakes: Any) -> tuple[list[Any], dict[str, Any]]:
    make = functools.partial(_make, fakes)
    return [make(value) for value in call["args"]], {key: make(value) for key, value in call["kwargs"].items()}


def _make(fakes: Any, value: Any) -> Any:
    import torch

    if isinstance(value, dict):
        dtype = getattr(torch, value["dtype"])
        made = torch.empty_strided(value["shape"], value["stride"], dtype=dtype, device=value["device"])
        return made.requires_grad_(value["grad"])
    return [_make(fakes, item) for item in value] if isinstance(value, list) else value


@contextlib.contextmanager
def _in_force(modes: Modes) -> Iterator[None]:
    """The modes of a call. The kernels allowed are torch's global flags: they are back within a millisecond."""
    import torch
    from torch.nn.attention import SDPBackend, sdpa_kernel

    with contextlib.ExitStack() as stack:
        stack.enter_context(torch.set_grad_enabled(bool(modes.get("grad", True))))
        for device, dtype in (modes.get("autocast") or {}).items():
            kind = None if dtype in (None, "default") else getattr(torch, dtype)
            stack.enter_context(torch.autocast(device, dtype=kind, enabled=dtype is not None))
        if modes.get("allowed") is not None:
            stack.enter_context(sdpa_kernel([getattr(SDPBackend, name) for name in modes["allowed"]]))
        yield


def _reasons(call: Call, modes: Modes, kernel: str) -> list[str]:
    """What torch says when only ``kernel`` is allowed; empty when it gives no reason, or takes it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            _operators(call, modes)
        except RuntimeError:
            pass
    return reasons_in((str(each.message) for each in caught), kernel)


def reasons_in(told: Iterator[str] | Sequence[str], kernel: str) -> list[str]:
    """torch's reasons against ``kernel`` among its warnings: a header for each kernel, then the reasons."""
    found: dict[str, None] = {}
    about: str | None = None
    for text in told:
        line = text.partition(" (Triggered internally")[0].strip()
        if "not used because" in line:
            about = _HEADERS.get(line.split(maxsplit=1)[0].lower())
        elif about == kernel:
            found[line] = None
    return list(found)


def _remedies(call: Call, modes: Modes) -> Iterator[str]:
    """The changes that each make torch pick a fused kernel; where none does alone, all of them if they do."""
    tried: list[str] = []
    together, enough = call, False
    for name, change in CHANGES.items():
        changed = change(call)
        if changed is None:
            continue
        tried.append(name)
        together = change(together) or together
        if _fuses(changed, modes):
            enough = True
            yield name
    if modes.get("allowed") is not None and _fuses(call, {**modes, "allowed": None}):
        enough = True
        yield "any kernel allowed"
    if not enough and len(tried) > 1 and _fuses(together, modes):
        yield " and ".join(tried)


def _fuses(call: Call, modes: Modes) -> bool:
    try:
        return _is_fused(_operators(call, modes))
    except (RuntimeError, TypeError, ValueError):
        return False
