"""Whether a graph that Inductor compiled is recorded as CUDA graphs, which parts of it are not, and why.

Inductor decides it while it compiles and logs it for GPUs only (torch/_inductor/output_code.py, scheduler.py); read
from its objects the answer is there for every device.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.dynamo_graph import user_line
from explorer.compat.hook import Hook
from explorer.compat.private import Private
from explorer.compat.scheduler import is_backward
from explorer.compat.settings import INDUCTOR

FEATURE = "CUDA graphs"
COMPILED = Hook(
    Private(
        "torch._inductor.output_code:CompiledFxGraph.__init__",
        FEATURE,
        "why a graph is not recorded as CUDA graphs is known only as far as torch's metrics tell",
    )
)
PARTITIONED = Hook(
    Private(
        "torch._inductor.scheduler:Scheduler.graph_partition",
        FEATURE,
        "which parts of a graph are recorded as CUDA graphs is not known",
    )
)
MOST = 50
"""So many reasons of one part are kept."""


@contextlib.contextmanager
def watch(on_graph: Callable[[dict[str, Any]], None]) -> Iterator[None]:
    """Call ``on_graph(facts)`` for each graph that Inductor compiles while CUDA graphs are asked for.

    ``reason`` is torch's text against them (None: they are used), ``failed`` the names of the tests that they failed,
    ``devices`` those of the graph, ``backward``, ``parts`` the partitions in order: ``recorded``, ``nodes`` (how many)
    and ``reasons`` (``{node, reason, user}``, the user's line of a node that cannot be recorded).
    """
    parts = threading.local()

    def partitioned(result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        if _asked_for():
            parts.found = [_part(args[0], *each) for each in zip(*result, strict=False)]

    def compiled(_result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        if _asked_for():
            on_graph({**_facts(args[0]), "parts": parts.__dict__.pop("found", [])})

    with PARTITIONED.heard_by(partitioned), COMPILED.heard_by(compiled):
        yield


def _asked_for() -> bool:
    triton = getattr(importlib.import_module(INDUCTOR), "triton", None)
    return bool(getattr(triton, "cudagraphs", False))


def _facts(graph: Any) -> dict[str, Any]:
    failed = getattr(getattr(graph, "cudagraph_info", None), "cudagraph_fail_reasons", None)
    return {
        "reason": getattr(graph, "disabled_cudagraphs_reason", None),
        "failed": list(failed or ()),
        "devices": sorted(map(str, getattr(graph, "device_types", ()))),
        "backward": is_backward(),
    }


def _part(scheduler: Any, nodes: list[Any], signature: Any) -> dict[str, Any]:
    found: dict[tuple[str, Any], dict[str, Any]] = {}
    for node in nodes if signature.skip_cudagraph else ():
        reason, user = scheduler.should_partition(node), _user(node)
        if reason and len(found) < MOST:
            line = (user["filename"], user["line"]) if user else None
            found.setdefault((str(reason), line), {"node": node.get_name(), "reason": str(reason), "user": user})
    return {"recorded": not signature.skip_cudagraph, "nodes": len(nodes), "reasons": list(found.values())}


def _user(node: Any) -> dict[str, Any] | None:
    """The innermost line of the user's code that a scheduled node comes from."""
    for part in node.get_nodes():
        origins = getattr(getattr(part, "node", None), "origins", None) or ()
        lines = (user_line(origin.meta.get("stack_trace") or "") for origin in origins)
        found = next((line for line in lines if line is not None), None)
        if found is not None:
            return found
    return None
