"""The compiled functions that Dynamo has put into the user's globals, each with the graph it was made from.

Dynamo's bytecode calls ``__compiled_fn_N`` by name, so that one can be replaced while it is measured, and costs nothing
when it is not (torch/_dynamo/output_graph.py, ``compile_and_call_fx_graph``).
"""

from __future__ import annotations

import contextlib
import copy
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from explorer.compat.compile_id import current
from explorer.compat.dynamo_graph import CAPTURE


@dataclass
class CompiledGraph:
    """A graph of Dynamo and the compiled function made of it.

    ``module`` is the graph as Dynamo captured it, before any pass; ``name`` that of the function in ``scope``, the
    globals of the user's function; ``compile_id`` torch's.
    """

    compile_id: str
    module: Any
    name: str
    scope: dict[str, Any]

    @property
    def function(self) -> Callable[..., Any] | None:
        """The compiled function; None when the compile came to nothing."""
        return self.scope.get(self.name)

    @contextlib.contextmanager
    def replaced(self, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> Iterator[None]:
        """Calls in the body go to ``wrap(function)``. Without a function nothing happens."""
        function = self.function
        if function is None:
            yield
            return
        self.scope[self.name] = wrap(function)
        try:
            yield
        finally:
            self.scope[self.name] = function


def compiled_graph(frame: types.FrameType | None) -> CompiledGraph | None:
    """The graph that is being handed to the backend in the stack of ``frame``, kept from the passes to come."""
    import torch

    method = getattr(CAPTURE.get(), "__name__", None)
    while frame is not None and frame.f_code.co_name != method:
        frame = frame.f_back
    if frame is None or method is None:
        return None
    graph: Any = frame.f_locals.get("gm")
    name, output = frame.f_locals.get("name"), frame.f_locals.get("self")
    scope, compile_id = getattr(output, "global_scope", None), current()
    if not hasattr(graph, "graph") or not isinstance(name, str) or not isinstance(scope, dict) or compile_id is None:
        return None
    kept = torch.fx.GraphModule(graph, copy.deepcopy(graph.graph))
    return CompiledGraph(compile_id, kept, name, scope)
