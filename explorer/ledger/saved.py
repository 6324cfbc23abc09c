"""Which operation made what is kept for the backward, and how much of it."""

from __future__ import annotations

from collections import defaultdict

from explorer.report import Report


def saved_bytes(report: Report) -> dict[str, int]:
    """Bytes of the activations that the forward keeps, by the ref of the Dynamo node that made them.

    A value that several operations made together counts for the last of them. Inputs and parameters are no activations.
    """
    made_by = {link.target: link.source for link in report.links if link.kind == "lowered" and _is_dynamo(link.source)}
    found: dict[str, int] = defaultdict(int)
    for compilation in report.compilations:
        for stage in compilation.stages:
            if stage.stage != "aot" or stage.direction != "fwd":
                continue
            for node in (node for graph in stage.graphs for node in graph.nodes):
                size = node.attributes.get("bytes")
                if node.attributes.get("saved") and node.op != "placeholder" and isinstance(size, int):
                    owner = made_by.get(node.ref)
                    if owner is not None:
                        found[owner] += size
    return dict(found)


def _is_dynamo(ref: str) -> bool:
    return "/dynamo/dynamo/node." in ref
