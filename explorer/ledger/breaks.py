"""What each graph break costs: the time at it, and the traffic that one graph would have kept to itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from explorer.ledger.times import Times, added, median_of
from explorer.parse.tensor_bytes import bytes_of
from explorer.report import Compilation, Graph, Node, Report
from explorer.report.ledger import BreakCost, LedgerRow
from explorer.report.query import dynamo_graphs


def break_costs(report: Report, rows: tuple[LedgerRow, ...], times: Times) -> tuple[BreakCost, ...]:
    """The cost of every break that was met in the measured call, the most expensive first."""
    pairs: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        if row.kind == "break" and row.finding and row.compilation:
            pairs.setdefault(row.finding, []).append((row.compilation, _target(row)))
    bandwidth = next(
        (metric.value for run in report.runs for metric in run.metrics if metric.name == "copy_bytes_per_second"), None
    )
    compilations = {each.key: each for each in report.compilations}
    made = [
        _cost(finding, found, times, compilations, bandwidth if isinstance(bandwidth, int | float) else None)
        for finding, found in pairs.items()
    ]
    return tuple(sorted(made, key=lambda cost: -(cost.seconds.median if cost.seconds else 0.0)))


def costs_beside(before: Report, after: Report) -> tuple[BreakCost, ...]:
    """The costs of the breaks of ``before``; what fusion lost to them is measured against ``after``, which has none.

    What the graphs of ``before`` take longer than those of ``after`` is what one graph would have saved besides the
    time at the breaks. With several breaks it cannot be told which of them lost it: they keep their estimates, and so
    does everything where ``after`` has breaks of its own or was not measured.
    """
    lost = [sum(_in_graphs(report)) for report in (before, after)]
    comparable = len(before.break_costs) == 1 and not after.break_costs and all(lost)
    if not comparable:
        return before.break_costs
    (cost,) = before.break_costs
    return (replace(cost, lost_fusion=lost[0] - lost[1], lost_fusion_from="measured"),)


def _in_graphs(report: Report) -> Iterator[float]:
    """The compiled seconds of every row that runs inside a graph: kernels, and what is around them."""
    kinds = ("ops", "removed", "unmapped", "wrapper")
    return (row.compiled.median for row in report.ledger if row.kind in kinds and row.compiled)


def _target(row: LedgerRow) -> str:
    """The compile key after the break, which the row is named by."""
    return row.ref.rpartition("row.to.")[2]


def _cost(
    finding: str,
    pairs: list[tuple[str, str]],
    times: Times,
    compilations: Mapping[str, Compilation],
    bandwidth: float | None,
) -> BreakCost:
    guards = median_of(added(times.guards(*pair) for pair in pairs))
    crossing = [_crossing(compilations[after], compilations[before]) for after, before in pairs]
    runs = [times.runs(before) for _, before in pairs]
    known = None if None in crossing else sum(each * (size or 0) for each, size in zip(runs, crossing, strict=True))
    return BreakCost(
        finding=finding,
        seconds=median_of(added(times.outside(*pair) for pair in pairs)),
        guards=None if guards is None else max(0.0, guards.median),
        times=sum(runs),
        crossing=known,
        # written by one graph and read by the other, as a copy writes and reads
        lost_fusion=2 * known / bandwidth if known is not None and bandwidth else None,
        lost_fusion_from="estimate" if known is not None and bandwidth else None,
    )


def _crossing(before: Compilation, after: Compilation) -> int | None:
    """The bytes of what the second graph takes that the first one returns, matched by what they are.

    An input of both graphs has the same name in both, unless the first one returns a new value under that name.
    """
    made = list(_made(before))
    returned = [spec for node in made for spec in node.specs if spec.shape is not None]
    known = {each.name for each in _inputs(before)} - {f"l_{node.name}_" for node in made}
    total = 0
    for node in _taken(after, known):
        if node.specs and node.specs[0] in returned:
            returned.remove(node.specs[0])
            size = bytes_of(node.specs[0])
            if size is None:
                return None
            total += size
    return total


def _graph(compilation: Compilation) -> Graph | None:
    return next(iter(dynamo_graphs(compilation)), None)


def _made(compilation: Compilation) -> Iterator[Node]:
    """The nodes whose values a graph returns."""
    graph = _graph(compilation)
    nodes = {node.ref: node for node in graph.nodes} if graph else {}
    for output in nodes.values():
        if output.op == "output":
            yield from (nodes[ref] for ref in output.inputs if ref in nodes)


def _inputs(compilation: Compilation) -> Iterator[Node]:
    graph = _graph(compilation)
    yield from (node for node in (graph.nodes if graph else ()) if node.op == "placeholder")


def _taken(compilation: Compilation, known: set[str]) -> Iterator[Node]:
    """The inputs of a graph that are neither parameters nor inputs of the graph before it."""
    for node in _inputs(compilation):
        if node.name not in known and "_parameters_" not in node.name and "_buffers_" not in node.name:
            yield node
