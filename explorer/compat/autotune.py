"""What Inductor measured to choose a kernel for a matrix product: every candidate with its time, on any device.

torch writes the same to stderr, where it has measured anew (torch/_inductor/select_algorithm.py).
"""

from __future__ import annotations

import contextlib
import math
import threading
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.dynamo_graph import user_line
from explorer.compat.hook import Hook
from explorer.compat.private import Private
from explorer.compat.scheduler import GRAPH, is_backward

FEATURE = "autotuning"
_WITHOUT = "the candidates that Inductor measured and their times are not in the report, only the fastest"
_CACHE = "torch._inductor.select_algorithm:AlgorithmSelectorCache"
CHOSEN = Hook(Private(f"{_CACHE}.do_autotuning", FEATURE, _WITHOUT))
MEASURED = Hook(Private(f"{_CACHE}.log_results", FEATURE, "how long measuring the candidates took is not known"))
_KINDS = {
    "TritonTemplateCaller": "Triton template",
    "ExternKernelCaller": "library",
    "CppTemplateCaller": "C++ template",
    "CUTLASSTemplateCaller": "CUTLASS template",
    "CUDATemplateCaller": "CUTLASS template",
    "ROCmTemplateCaller": "CK template",
    "SubgraphChoiceCaller": "decomposition",
}


@contextlib.contextmanager
def watch(on_choice: Callable[[dict[str, Any]], None]) -> Iterator[None]:
    """Call ``on_choice(facts)`` each time that Inductor chooses among candidates by their times.

    ``operation`` (``mm``, ``packed_linear``), ``inputs`` (``float32[256, 64]``), ``candidates`` (``{name, kind,
    milliseconds, description}``, milliseconds None where the candidate failed), ``seconds`` of measuring and
    ``building`` seconds (None: the times come from a cache), ``node`` of the post-grad graph and the ``user``'s line
    where they are known, ``backward``.
    """
    took = threading.local()

    def measured(_result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        told = {**dict(zip(("name", "inputs", "timings", "elapse", "building"), args, strict=False)), **kwargs}
        took.seconds = told.get("elapse"), told.get("building", told.get("precompile_elapse"))

    def chosen(timings: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        seconds, building = took.__dict__.pop("seconds", (None, None))
        if timings:
            on_choice(
                {
                    "operation": str(args[1]),
                    "inputs": [_input(node) for node in args[2]],
                    "candidates": [_candidate(choice, time) for choice, time in timings.items()],
                    "seconds": seconds,
                    "building": building,
                    "backward": is_backward(),
                    **_origin(),
                }
            )

    with MEASURED.heard_by(measured), CHOSEN.heard_by(chosen):
        yield


def _candidate(choice: Any, took: float) -> dict[str, Any]:
    # a C++ template stands behind a wrapper that prepares its arguments
    inner = getattr(choice, "_wrapped", choice)
    name = type(inner).__name__
    return {
        "name": str(choice.name),
        "kind": _KINDS.get(name, name),
        "milliseconds": float(took) if math.isfinite(took) else None,
        "description": str(getattr(choice, "description", "") or ""),
    }


def _input(node: Any) -> str:
    sizes = ", ".join(map(str, node.get_size()))
    return f"{str(node.get_dtype()).removeprefix('torch.')}[{sizes}]"


def _origin() -> dict[str, Any]:
    """The node that is lowered. Once the graph is scheduled, that of the candidates is not known any more."""
    graph = getattr(GRAPH.get(), "graph", None)
    node = getattr(graph, "current_node", None)
    if node is None or getattr(graph, "scheduler", None) is not None:
        return {"node": None, "user": None}
    return {"node": node.name, "user": user_line(node.meta.get("stack_trace") or "")}
