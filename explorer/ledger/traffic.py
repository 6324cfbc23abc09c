"""How many bytes kernels read and write, counted from the tensors of the graph that they were generated from."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from explorer.ledger.units import Side
from explorer.parse.tensor_bytes import bytes_of
from explorer.report import Compilation, Node, Report


class Moved(NamedTuple):
    """Bytes of the tensors that a kernel takes and makes, each tensor once; None where a size is not known."""

    read: int | None
    written: int | None


class Traffic:
    """The traffic of every kernel call of a report."""

    def __init__(self, report: Report) -> None:
        self._graphs = {
            (compilation.key, stage.direction): _Graph(compilation, nodes)
            for compilation in report.compilations
            for stage in compilation.stages
            if stage.stage == "post_grad"
            for nodes in [_last(stage.graphs)]
        }

    def of(self, key: str, direction: Side, nodes: Iterable[str]) -> Moved:
        """The traffic of a call that runs ``nodes`` (refs)."""
        graph = self._graphs.get((key, direction))
        known = set(nodes)
        return graph.moved(known) if graph is not None and known else Moved(None, None)


def _last(graphs: Iterable[object]) -> dict[str, Node]:
    """The nodes of the graphs by ref, those of the later graph where both have one of that name."""
    return {node.ref: node for graph in graphs for node in getattr(graph, "nodes", ())}


class _Graph:
    """One post-grad graph, with who uses what."""

    def __init__(self, compilation: Compilation, nodes: Mapping[str, Node]) -> None:
        self._nodes = nodes
        self._sizes = {
            symbol.name: int(symbol.hint)
            for symbol in compilation.symbols
            if symbol.hint is not None and symbol.hint.lstrip("-").isdigit()
        }
        self._users: dict[str, list[str]] = defaultdict(list)
        for node in nodes.values():
            for ref in node.inputs:
                self._users[ref].append(node.ref)

    def moved(self, nodes: set[str]) -> Moved:
        inside = {*nodes, *(user for ref in nodes for user in self._users.get(ref, ()) if self._is_part(user))}
        taken = {ref: None for node in inside if node in self._nodes for ref in self._nodes[node].inputs}
        read = [self._bytes(ref) for ref in taken if ref not in inside and self._is_tensor(ref)]
        written = [self._bytes(ref) for ref in inside if self._is_tensor(ref) and self._leaves(ref, inside)]
        return Moved(_sum(read), _sum(written))

    def _is_part(self, ref: str) -> bool:
        """Whether a node only takes one result out of several, which no kernel does."""
        return self._nodes[ref].target == "operator.getitem"

    def _leaves(self, ref: str, inside: set[str]) -> bool:
        """Whether a node makes something for nodes outside, or, used by none, writes to what it was given."""
        users = self._users.get(ref, ())
        return not users or any(user not in inside for user in users)

    def _is_tensor(self, ref: str) -> bool:
        """Whether a node makes one tensor: not several results, and not a number."""
        node = self._nodes.get(ref)
        return node is not None and bool(node.specs) and node.specs[0].shape is not None

    def _bytes(self, ref: str) -> int | None:
        """The bytes of a node's tensor. A view that repeats its elements has only those of what it shows."""
        node = self._nodes.get(ref)
        if node is None or not node.specs:
            return None
        size = bytes_of(node.specs[0], self._sizes)
        stride = node.specs[0].stride or ()
        if size is not None and 0 in stride and len(node.inputs) == 1:
            shown = self._bytes(node.inputs[0])
            return size if shown is None else min(size, shown)
        return size


def _sum(sizes: list[int | None]) -> int | None:
    return None if None in sizes else sum(size for size in sizes if size is not None)
