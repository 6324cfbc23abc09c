"""Questions asked of a report, so that every view and the verdict give the same answer."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from explorer.errors import UsageError
from explorer.report.document import Compilation, Report
from explorer.report.finding import Finding
from explorer.report.graph import Graph, Node
from explorer.report.numerics import TensorValues

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


def tensor_values(report: Report, ref: str) -> TensorValues:
    """The measured value of a node by its ref, or by its name where only one node has it.

    Raises ``UsageError`` when there is none.
    """
    if report.numerics is None:
        raise UsageError("no values are known: the program was not measured; explain(model, measure=True)(x) does")
    values = {each.ref: each for each in report.numerics.values}
    if ref in values:
        return values[ref]
    named = [each for each in values.values() if each.ref.endswith(f"/node.{ref}")]
    if len(named) == 1:
        return named[0]
    near = difflib.get_close_matches(ref, [*values, *(each.rpartition("/node.")[2] for each in values)], cutoff=0.6)
    which = "several nodes have" if named else "no node with a tensor has"
    refs = [each.ref for each in named] or near
    listed = f": {', '.join(refs)}" if refs else ""
    raise UsageError(f"{which} the ref {ref!r}{listed}")


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
