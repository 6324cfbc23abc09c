"""Which operator of the program became which ATen operators, and those which primitive ones, forward and backward."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from explorer.report import Graph, Node
from explorer.report.query import call_nodes, dynamo_graphs
from explorer.views.clean import one_line
from explorer.views.outline.index import Index
from explorer.views.outline.saved import short_op


@dataclass(frozen=True, slots=True)
class DecompositionRow:
    """One operation of Dynamo's graph.

    ``aten`` are the ATen operators that it called, ``becomes`` those that are left after decomposition, ``gradient``
    those of its backward; each once, in order. ``functional``: it changed its operand in place, and no longer does.
    """

    graph: int | None
    operator: str
    node: Node
    place: str
    aten: tuple[str, ...]
    becomes: tuple[str, ...]
    gradient: tuple[str, ...]
    functional: bool

    @property
    def decomposed(self) -> bool:
        """Whether other operators are left than those that were called."""
        return bool(self.aten) and set(self.aten) != set(self.becomes)


def decomposition_rows(index: Index) -> list[DecompositionRow]:
    """Every operation that AOTAutograd is known to have traced, in order. Views of several results are no operators."""
    targets: dict[str, list[str]] = defaultdict(list)
    for link in index.report.links:
        if link.kind == "lowered" and "/dynamo/dynamo/node." in link.source and "/aot/node." in link.target:
            targets[link.source].append(link.target)
    rows: list[DecompositionRow] = []
    for compilation in index.report.compilations:
        known = {node.ref: node for node in _traced(index, compilation.key)}
        for graph in dynamo_graphs(compilation):
            for node in call_nodes(graph):
                made = [known[ref] for ref in dict.fromkeys(targets.get(node.ref, ())) if ref in known]
                if made:
                    rows.append(_row(index, index.numbers.get(compilation.key), node, made))
    return rows


def _traced(index: Index, key: str) -> Iterable[Node]:
    """The nodes of the joint graph, or where no gradient is needed those of the forward."""
    records = {record.direction: record for record in index.stages(key, "aot")}
    graphs: tuple[Graph, ...] = ()
    for direction in ("joint", "fwd"):
        if direction in records and records[direction].graphs:
            graphs = records[direction].graphs
            break
    return (node for graph in graphs for node in graph.nodes if node.op == "call_function")


def _row(index: Index, graph: int | None, node: Node, made: list[Node]) -> DecompositionRow:
    forward = [each for each in made if not each.attributes.get("gradient")]
    backward = [each for each in made if each.attributes.get("gradient")]
    becomes = _operators(each.target for each in forward)
    return DecompositionRow(
        graph=graph,
        operator=one_line(node.target.removeprefix("torch."), 60),
        node=node,
        place=index.place(node.place),
        aten=_operators(str(each.attributes["aten"]) for each in forward if each.attributes.get("aten")),
        becomes=becomes,
        gradient=_operators(each.target for each in backward),
        functional=in_place(node.target) and bool(becomes) and not any(map(in_place, becomes)),
    )


def in_place(target: str) -> bool:
    """Whether an operator writes to its operand: ``add_``, ``aten.copy_.default``, ``operator.iadd``."""
    name = target.removeprefix("torch.ops.").removeprefix("aten.").split(".")
    if target.startswith("operator."):
        return bool(_AUGMENTED.match(name[-1]))
    return any(part.endswith("_") and not part.endswith("__") for part in name[:2])


_AUGMENTED = re.compile(r"^(?:setitem|i(?:add|sub|mul|matmul|truediv|floordiv|mod|pow|lshift|rshift|and|or|xor))$")


def _operators(targets: Iterable[str]) -> tuple[str, ...]:
    short = (one_line(short_op(target), 60) for target in targets if not target.endswith("getitem"))
    return tuple(dict.fromkeys(short))
