"""What torch knows of the operators and values in a graph of Dynamo: custom operators, Triton kernels, subclasses."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from explorer.compat.private import Private

DEFINED = Private(
    "torch._library.custom_ops:_maybe_get_opdef",
    "custom operators",
    "where a custom operator is defined is not known, nor for sure whether it has a gradient and a fake implementation",
)
REGISTRY = Private(
    "torch._library.simple_registry:singleton",
    DEFINED.feature,
    "whether a custom operator has a fake implementation is not known for sure",
)
HAS_KERNEL = Private(
    "torch._C:_dispatch_has_kernel_for_dispatch_key",
    DEFINED.feature,
    "whether a custom operator has a gradient and a fake implementation is not known for sure",
)
IS_WRAPPER = Private(
    "torch.utils._python_dispatch:is_traceable_wrapper_subclass",
    "tensor subclasses",
    "the tensors inside a tensor subclass are not told",
)
KERNELS = Private(
    "torch._higher_order_ops.triton_kernel_wrap:kernel_side_table",
    "Triton kernels of the program",
    "the source of a Triton kernel that the program calls is not in the report",
)
HIGHER_ORDER = "higher_order"

Facts = dict[str, Any]


def operator_facts(graph: Any, is_custom: Any) -> tuple[dict[str, Facts], dict[str, str]]:
    """What is known of the nodes of a graph module and its submodules, by name; and sources of Triton kernels, by name.

    A node in a submodule is named ``cond_true_0.mul``. ``is_custom(namespace)`` tells whose operators are asked.
    """
    nodes: dict[str, Facts] = {}
    sources: dict[str, str] = {}
    for path, module in graph.named_modules():
        for node in module.graph.nodes if hasattr(module, "graph") else ():
            facts = {**_of_value(node.meta.get("example_value")), **_of_call(node, is_custom, sources)}
            if facts:
                nodes[f"{path}.{node.name}" if path else node.name] = facts
    return nodes, sources


def _of_call(node: Any, is_custom: Any, sources: dict[str, str]) -> Facts:
    if node.op != "call_function":
        return {}
    if str(node.target).startswith("triton_kernel_wrapper") and "kernel_idx" in node.kwargs:
        return _of_kernel(node.kwargs["kernel_idx"], sources)
    space, _, name = _qualified(node.target).partition("::")
    return _of_operator(node.target, space, name) if name and is_custom(space) else {}


def _qualified(target: Any) -> str:
    """``space::name`` of an operator; empty for anything else."""
    if hasattr(target, "_schema"):
        return str(target.name())
    return str(getattr(target, "_qualified_op_name", ""))


def _of_operator(target: Any, space: str, name: str) -> Facts:
    qualified = f"{space}::{name.partition('.')[0]}"
    overload = target if hasattr(target, "_schema") else getattr(target, "default", None)
    schema = getattr(overload, "_schema", None)
    find: Any = DEFINED.get()
    defined = find(overload) if find is not None and overload is not None else None
    code = getattr(getattr(defined, "_init_fn", None), "__code__", None)
    return {
        "fake": _has_fake(qualified, defined),
        "autograd": _has_autograd(qualified, defined),
        "mutates": ", ".join(_written(schema)) or None,
        "schema": None if schema is None else str(schema),
        "defined_at": None if code is None else f"{code.co_filename}:{code.co_firstlineno}",
    }


def _written(schema: Any) -> Iterator[str]:
    for argument in getattr(schema, "arguments", ()):
        if argument.alias_info is not None and argument.alias_info.is_write:
            yield argument.name


def _has_fake(name: str, defined: Any) -> bool | None:
    registry: Any = REGISTRY.get()
    entry = registry.find(name) if registry is not None else None
    if getattr(defined, "_abstract_fn", None) is not None:
        return True
    # torch.library.custom_op gives every operator a kernel for Meta, which raises when nothing was registered
    if getattr(getattr(entry, "fake_impl", None), "kernel", None) is not None:
        return True
    return False if defined is not None else _has_kernel(name, "Meta", "CompositeImplicitAutograd")


def _has_autograd(name: str, defined: Any) -> bool | None:
    if defined is not None:  # torch.library.custom_op gives every operator a kernel for Autograd
        return getattr(defined, "_backward_fn", None) is not None
    return _has_kernel(name, "Autograd", "AutogradCPU", "AutogradCUDA", "CompositeImplicitAutograd")


def _has_kernel(name: str, *keys: str) -> bool | None:
    has: Any = HAS_KERNEL.get()
    return None if has is None else any(has(name, key) for key in keys)


def _of_kernel(index: int, sources: dict[str, str]) -> Facts:
    table: Any = KERNELS.get()
    if table is None:
        return {}
    kernel = table.get_kernel(index)
    while hasattr(kernel, "fn"):  # an autotuner or heuristics around it, then the function
        kernel = kernel.fn
    code = getattr(kernel, "__code__", None)
    name = str(getattr(kernel, "__name__", "kernel"))
    try:
        sources[name] = inspect.getsource(kernel)
    except (OSError, TypeError):
        pass
    return {"kernel": name, "defined_at": None if code is None else f"{code.co_filename}:{code.co_firstlineno}"}


def _of_value(value: Any) -> Facts:
    """The class and the inner tensors of a value that wraps others."""
    is_wrapper: Any = IS_WRAPPER.get() if hasattr(value, "__tensor_flatten__") else None
    if is_wrapper is None or not is_wrapper(value):
        return {}
    names, _ = value.__tensor_flatten__()
    tensors = ((name, getattr(value, name, None)) for name in names)
    # from 2.13 on a DTensor names its mesh too
    inner = (f"{name.strip('_')}: {_spec(tensor)}" for name, tensor in tensors if hasattr(tensor, "dtype"))
    facts = {"subclass": type(value).__name__, "inner": ", ".join(inner)}
    if hasattr(value, "placements"):
        facts |= {"placements": ", ".join(map(str, value.placements)), "mesh": str(value.device_mesh)}
    return facts


def _spec(tensor: Any) -> str:
    inside = getattr(tensor, "__tensor_flatten__", None)
    name = f"{type(tensor).__name__} of " if inside is not None and "Fake" not in type(tensor).__name__ else ""
    return f"{name}{str(tensor.dtype).removeprefix('torch.')}{list(tensor.shape)}"
