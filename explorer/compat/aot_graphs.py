"""Where each node of AOTAutograd's graphs comes from: what torch keeps on the nodes and does not print.

Read where AOTAutograd logs its graphs (torch/_functorch/_aot_autograd/graph_compile.py), whatever the backend is.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.hook import Hook
from explorer.compat.private import Private

FEATURE = "decompositions"
JOINT = Hook(
    Private(
        "torch._functorch._aot_autograd.graph_compile:_log_joint_graph",
        FEATURE,
        "which operator became which ATen operators is known only as far as torch's provenance tells",
    )
)
INFERENCE = Hook(
    Private(
        "torch._functorch._aot_autograd.graph_compile:_log_inference_graph",
        FEATURE,
        "which operator became which ATen operators is not known for graphs without a gradient",
    )
)

Facts = dict[str, dict[str, Any]]


@contextlib.contextmanager
def watch(on_graph: Callable[[str, Facts], None]) -> Iterator[None]:
    """Call ``on_graph(kind, facts)`` for each graph that AOTAutograd makes; ``kind`` is ``joint`` or ``inference``.

    ``facts`` are those of :func:`facts_of`.
    """
    with (
        JOINT.heard_by(lambda _result, args, _kwargs: on_graph("joint", facts_of(args[0].graph))),
        INFERENCE.heard_by(lambda _result, args, _kwargs: on_graph("inference", facts_of(args[0].graph))),
    ):
        yield


def facts_of(graph: Any) -> Facts:
    """What the nodes of an FX graph remember, by name; a fact that a node lacks is left out.

    ``aten`` is the operator before it was decomposed, ``origin`` the node of Dynamo's graph, ``seq`` autograd's number,
    which a backward node shares with the forward nodes that it is the gradient of, ``function`` the name that the
    forward call had (for a backward node that of its forward), ``backward`` and ``recompute`` what the partitioner and
    activation checkpointing were told.
    """
    found = ((node.name, _facts(node.meta)) for node in graph.nodes if node.op not in ("placeholder", "output"))
    return {name: facts for name, facts in found if facts}


def _facts(meta: dict[str, Any]) -> dict[str, Any]:
    # what AOTAutograd adds itself (writing back a changed input) has neither a line nor a call, and may have the origin
    # of whatever came before it; a call inside torch.nn that no line of the user leads to has no line either
    traced = meta.get("stack_trace") or meta.get("source_fn_stack")
    origin = meta.get("from_node") if traced else None
    stack = meta.get("source_fn_stack") or meta.get("fwd_source_fn_stack")
    recompute = meta.get("recompute")
    # the sum of two gradients belongs to no forward call; its number is that of whatever ran before it
    summed = bool(meta.get("is_gradient_acc"))
    facts = {
        "aten": str(meta["original_aten"]) if meta.get("original_aten") is not None else None,
        "origin": origin[0].name if origin else None,
        "seq": None if summed else meta.get("seq_nr"),
        "function": stack[-1][0] if stack else None,
        "backward": True if meta.get("partitioner_tag") == "is_backward" else None,
        "recompute": getattr(recompute, "name", None) if recompute is not None else None,
    }
    return {name: value for name, value in facts.items() if value is not None}
