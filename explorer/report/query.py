"""Questions asked of a report, so that every view and the verdict give the same answer."""

from __future__ import annotations

from collections.abc import Iterable

from explorer.report.document import Compilation
from explorer.report.finding import Finding
from explorer.report.graph import Graph, Node

EFFECTS = ("branch_resumed", "resumed", "rest_skipped", "frame_skipped")
"""What a graph break does to the rest of the function, the least harm first."""

_FAMILIES = ("error", "limit", "mismatch", "break", "recompile")
_SEVERITIES = ("error", "warning", "note")

CALLS = frozenset(("call_function", "call_method", "call_module"))
"""The ops of nodes that do something: functions, methods and submodules; inputs, attributes and the output do not."""


def order_findings(findings: Iterable[Finding]) -> list[Finding]:
    """The findings, the one to look at first in front.

    Errors, recompile limits hit, mismatches, breaks (worst effect first), recompiles, then the rest by severity.
    Equal ones keep their order.
    """
    return sorted(findings, key=_rank)


def _rank(finding: Finding) -> tuple[int, int, int]:
    family = _FAMILIES.index(finding.kind) if finding.kind in _FAMILIES else len(_FAMILIES)
    effect = finding.attributes.get("effect")
    harm = EFFECTS.index(effect) if isinstance(effect, str) and effect in EFFECTS else -1
    return family, _SEVERITIES.index(finding.severity), -harm


def dynamo_graphs(compilation: Compilation) -> tuple[Graph, ...]:
    """The graph that Dynamo made in one compilation: none or one.

    The bodies of its higher-order operators are not counted, nor are graphs of attempts that Dynamo gave up (Inductor
    sends a graph back when it turns a Python float into a tensor).
    """
    records = (record for record in compilation.stages if record.stage == "dynamo")
    return tuple(graph for record in records for graph in record.graphs if graph.name == "graph")


def call_nodes(graph: Graph) -> tuple[Node, ...]:
    """The nodes that call something, methods included (``torch._dynamo.explain`` leaves those out)."""
    return tuple(node for node in graph.nodes if node.op in CALLS)
