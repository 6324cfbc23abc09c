"""A backend that runs AOTAutograd's graphs in eager, node by node, and tells each value with the node it comes from.

As torch's ``aot_eager`` (torch/_dynamo/backends/debugging.py), whose graphs are run as a whole.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from explorer.compat.aot_graphs import facts_of
from explorer.compat.private import Private

_WITHOUT = "the first node that differs is not looked for in AOTAutograd's graphs"
AOT = Private("torch._dynamo.backends.common:aot_autograd", "the first node that differs", _WITHOUT)
BOXED = Private("torch._functorch.aot_autograd:make_boxed_func", "the first node that differs", _WITHOUT)
PARTITION = Private(
    "torch._functorch.partitioners:min_cut_rematerialization_partition", "the first node that differs", _WITHOUT
)

Told = Callable[[str, str, Any], None]
"""Called with the node of Dynamo's graph, the node of AOTAutograd's that was made of it, and its value."""


def telling_backend(
    on_graph: Callable[[Any, Callable[..., Any], list[tuple[str, str, Any]]], Callable[..., Any]],
) -> Callable[..., Any] | None:
    """The backend; None where this torch lacks what it needs.

    ``on_graph(module, function, told)`` gives what is called for a graph of Dynamo: ``module`` is a copy of it,
    ``function`` runs it, and ``told`` is filled by a run with :data:`Told`'s arguments, forward only.
    """
    aot, boxed, partition = AOT.get(), BOXED.get(), PARTITION.get()
    if aot is None or boxed is None or partition is None:
        return None

    def backend(graph: Any, example_inputs: Any) -> Callable[..., Any]:
        import torch

        told: list[tuple[str, str, Any]] = []
        kept = torch.fx.GraphModule(graph, copy.deepcopy(graph.graph))

        def forward(module: Any, _: Any) -> Any:
            return boxed(lambda *args: interpreter(_teller(module, told))(module).run(*args))

        compiled = aot(
            fw_compiler=forward,
            bw_compiler=lambda module, _: boxed(module.forward),
            inference_compiler=forward,
            partition_fn=partition,
            keep_inference_input_mutations=True,
        )
        return on_graph(kept, compiled(graph, example_inputs), told)

    return backend


def _teller(module: Any, told: list[tuple[str, str, Any]]) -> Callable[[Any, Any], None]:
    facts = facts_of(module.graph)

    def tell(node: Any, value: Any) -> None:
        origin = facts.get(node.name, {}).get("origin")
        if origin:
            told.append((str(origin), node.name, _copied(value)))

    return tell


def interpreter(tell: Callable[[Any, Any], None]) -> Any:
    """A class that runs a graph module in eager and calls ``tell(node, value)`` after each node that calls."""
    import torch

    base: Any = torch.fx.Interpreter

    class Telling(base):  # type: ignore[misc]
        def run_node(self, node: Any) -> Any:
            value = super().run_node(node)
            if node.op in ("call_function", "call_method", "call_module"):
                tell(node, value)
            return value

    return Telling


def _copied(value: Any) -> Any:
    import torch

    return value.detach().clone() if isinstance(value, torch.Tensor) else None
