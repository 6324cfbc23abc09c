"""The unit of comparison: eager operations and kernel calls that cannot be told apart.

One operation may feed several kernels and one kernel may hold several operations, so times are compared between
connected components of operations and calls, as far as torch tells which became which. That a kernel reads its input
through a view of another operation's result does not join the two: a view costs no kernel anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from explorer.report import Compilation, Kernel, KernelCall, Node, Report
from explorer.report.query import call_nodes, dynamo_graphs

Side = Literal["fwd", "bwd"]

VIEWS = frozenset(
    (
        *("alias", "as_strided", "detach", "expand", "permute", "reshape", "select", "slice", "split", "squeeze", "t"),
        *("split_with_sizes", "transpose", "unbind", "unsqueeze", "view", "_unsafe_view", "getitem"),
    )
)
"""Operators that only look at their input in another way, by name, and taking one result out of several."""


class Called(NamedTuple):
    """A kernel call with its kernel."""

    kernel: Kernel
    call: KernelCall


class Unit(NamedTuple):
    """Operations of Dynamo's graph, in its order, and the kernel calls that they became, in the order of the code.

    Without calls: operations that became none. Without nodes: calls of which torch does not tell the operations.
    """

    key: str
    direction: Side
    nodes: tuple[Node, ...]
    called: tuple[Called, ...]


def units(report: Report) -> list[Unit]:
    """The units of every compilation, forward and then backward, each in the order of its operations."""
    lowered = _lowered(report)
    views = frozenset(_views(report))
    found: list[Unit] = []
    for compilation in report.compilations:
        nodes = [node for graph in dynamo_graphs(compilation) for node in call_nodes(graph)]
        directions: tuple[Side, ...] = ("fwd", "bwd")
        for direction in directions:
            called = _calls(compilation, direction)
            if called or (direction == "fwd" and nodes):
                found += _units(compilation.key, direction, nodes, called, lowered, views)
    return found


def _calls(compilation: Compilation, direction: Side) -> list[Called]:
    """The kernel calls of one direction, in the order in which the code makes them."""
    kernels = (
        kernel
        for stage in compilation.stages
        if stage.stage == "codegen" and stage.direction == direction
        for kernel in stage.kernels
    )
    return sorted(
        (Called(kernel, call) for kernel in kernels for call in kernel.calls), key=lambda each: each.call.line or 0
    )


def _views(report: Report) -> Iterator[str]:
    """Refs of the nodes after Inductor's passes that are views."""
    for compilation in report.compilations:
        for stage in compilation.stages:
            if stage.stage == "post_grad":
                nodes = (node for graph in stage.graphs for node in graph.nodes)
                yield from (node.ref for node in nodes if _operator(node.target) in VIEWS)


def _operator(target: str) -> str:
    """``view`` for ``torch.ops.aten.view.default`` and ``getitem`` for ``operator.getitem``."""
    name = target.removeprefix("torch.ops.").removeprefix("operator.").removeprefix("aten.")
    return name.partition(".")[0]


def _lowered(report: Report) -> Mapping[str, tuple[str, ...]]:
    """What each node became, by ref, one step down."""
    found: dict[str, list[str]] = defaultdict(list)
    for link in report.links:
        if link.kind == "lowered":
            found[link.source].append(link.target)
    return {source: tuple(targets) for source, targets in found.items()}


def _units(
    key: str,
    direction: Side,
    nodes: list[Node],
    called: list[Called],
    lowered: Mapping[str, tuple[str, ...]],
    views: frozenset[str],
) -> Iterator[Unit]:
    owners: dict[str, list[int]] = defaultdict(list)
    for number, each in enumerate(called):
        for ref in [ref for ref in each.call.nodes if ref not in views] or each.call.nodes:
            owners[ref].append(number)
    groups = _Groups(len(called))
    became: dict[int, list[Node]] = defaultdict(list)
    alone: list[Node] = []
    for node in nodes:
        mine = sorted({number for ref in _reached(node.ref, lowered) for number in owners.get(ref, ())})
        groups.join(mine)
        if mine:
            became[mine[0]].append(node)
        else:
            alone.append(node)
    members: dict[int, tuple[list[Node], list[Called]]] = defaultdict(lambda: ([], []))
    for number, each in enumerate(called):
        members[groups.of(number)][0].extend(became.get(number, ()))
        members[groups.of(number)][1].append(each)
    order = {node.ref: position for position, node in enumerate(nodes)}
    made = [_unit(key, direction, mine, calls, order) for mine, calls in members.values()]
    if direction == "fwd":
        made += [Unit(key, direction, tuple(run), ()) for run in _runs(alone)]
    yield from sorted(made, key=lambda unit: order[unit.nodes[0].ref] if unit.nodes else len(order))


def _unit(key: str, direction: Side, nodes: list[Node], called: list[Called], order: Mapping[str, int]) -> Unit:
    return Unit(key, direction, tuple(sorted(nodes, key=lambda node: order[node.ref])), tuple(called))


def _reached(ref: str, lowered: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    """Everything that a node became, through all stages."""
    seen: dict[str, None] = {}
    todo = [ref]
    while todo:
        for target in lowered.get(todo.pop(), ()):
            if target not in seen:
                seen[target] = None
                todo.append(target)
    return seen


def _runs(nodes: Iterable[Node]) -> Iterator[list[Node]]:
    """Nodes that became no kernel, those of one line together."""
    by_line: dict[object, list[Node]] = {}
    for node in nodes:
        place = node.place
        by_line.setdefault((place.file, place.line) if place else node.ref, []).append(node)
    yield from by_line.values()


class _Groups:
    """Numbers in groups that grow together (union-find)."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def of(self, number: int) -> int:
        """The number that stands for the group."""
        while self._parent[number] != number:
            self._parent[number] = self._parent[self._parent[number]]
            number = self._parent[number]
        return number

    def join(self, numbers: Iterable[int]) -> None:
        """Make the groups of ``numbers`` one."""
        roots = {self.of(number) for number in numbers}
        for root in roots:
            self._parent[root] = min(roots)
