"""DistributedDataParallel's buckets: where torch splits a graph, so that gradients are sent while others are computed.

torch writes the split graph and each part (torch/_dynamo/backends/distributed.py, ``DDPOptimizer``); AOTAutograd and
Inductor see the parts alone, in the same order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from explorer.parse.fx_graph import read_graphs
from explorer.parse.graph_inputs import told
from explorer.parse.tensor_bytes import bytes_of
from explorer.parse.units import last_attempts
from explorer.report import Finding, Graph, Link, Metric, Node, Part, StageRecord, Texts, make_ref
from explorer.tracing.event import Event, Trace

STAGE = "ddp"
SPLIT, CHILD = "optimize_ddp_split_graph", "optimize_ddp_split_child"
_KIB = 1 << 10

LABELS = frozenset((SPLIT, CHILD))


def fold(trace: Trace, texts: Texts) -> Part:
    """A record for each graph that was split: the graph of its parts, a metric with the parameters of each part.

    Links of kind ``body`` lead from the node of a part to its graph, of kind ``lowered`` from there to what AOTAutograd
    made of it.
    """
    found: dict[str, Event] = {event.key: event for event in last_attempts(trace.of(SPLIT)) if event.key is not None}
    stages: dict[str, tuple[StageRecord, ...]] = {}
    findings: list[Finding] = []
    links: list[Link] = []
    for key, event in found.items():
        graphs = read_graphs(
            event.payload or "", key=key, direction="dynamo", stage=STAGE, texts=texts, place=trace.place
        ).graphs
        metrics = tuple(_metrics(key, graphs))
        stages[key] = (StageRecord(stage=STAGE, direction="dynamo", graphs=graphs, metrics=metrics),)
        links += _links(trace, key, graphs)
        findings.append(_finding(key, graphs, metrics))
    return Part(stages=stages, findings=tuple(findings), links=tuple(links))


def _parts(graphs: tuple[Graph, ...]) -> list[tuple[Node, Graph]]:
    """The node that calls each part, and the part, in order."""
    bodies = {graph.name: graph for graph in graphs}
    calls = (node for node in graphs[0].nodes if node.op in ("call_module", "call_function", "call_method"))
    named = ((node, bodies.get(f"{graphs[0].name}.{node.target.rpartition('.')[2]}")) for node in calls)
    return [(node, body) for node, body in named if body is not None]


def _metrics(key: str, graphs: tuple[Graph, ...]) -> Iterator[Metric]:
    for number, (_, body) in enumerate(_parts(graphs)):
        name = f"parameter_bytes.{number}"
        ref = make_ref(key, "dynamo", STAGE, "metric", name)
        yield Metric(ref=ref, name=name, value=_parameters(body), unit="bytes")


def _parameters(body: Graph) -> int | None:
    """The bytes of the parameters that a part is given; None when those of one are not known."""
    given = (node for node in body.nodes if node.op == "placeholder" and told(node.name)[0] == "parameter")
    sizes = [bytes_of(node.specs[0]) if node.specs else None for node in given]
    return None if None in sizes else sum(size for size in sizes if size is not None)


def _links(trace: Trace, key: str, graphs: tuple[Graph, ...]) -> Iterator[Link]:
    made: dict[str, int] = defaultdict(int)
    for event in trace.of("aot_forward_graph", "aot_inference_graph"):
        made[event.key or ""] += 1
    for number, (node, body) in enumerate(_parts(graphs)):
        yield Link(source=node.ref, target=body.ref, kind="body")
        if number < made[key]:
            name = f"{number}.graph" if number else "graph"
            yield Link(source=body.ref, target=make_ref(key, "fwd", "aot", "graph", name), kind="lowered")


def _finding(key: str, graphs: tuple[Graph, ...], metrics: tuple[Metric, ...]) -> Finding:
    parts = _parts(graphs)
    known = (each.value if isinstance(each.value, int) else None for each in metrics)
    sizes = ", ".join("unknown" if value is None else f"{value / _KIB:,.0f} KiB" for value in known)
    place = next((node.place for _, body in parts for node in body.nodes if node.place is not None), None)
    return Finding(
        ref=make_ref(key, "dynamo", STAGE, "finding", "split"),
        kind="split",
        code="DDP_SPLIT",
        severity="note",
        title=f"DistributedDataParallel splits this graph into {len(parts)} parts: their gradients fill "
        f"{'a bucket' if len(parts) == 1 else 'a bucket each'} ({sizes} of parameters).",
        message="Each part is compiled by itself, and nothing is fused across parts; the gradients of one are sent "
        "while the backward of the part before it runs. The all-reduce itself is run by DistributedDataParallel, "
        "outside of the graphs.",
        place=place,
        compilations=(key,),
        refs=(graphs[0].ref,),
        attributes={"parts": len(parts)},
    )
