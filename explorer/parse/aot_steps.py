"""What AOTAutograd did to a graph as steps: tracing it to ATen operators, each decomposition, the cut in two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from explorer.parse.cut import saved_names
from explorer.report import Graph, Node, Step, make_ref
from explorer.report.ref import Direction

STAGE = "aot"

_WRITES = re.compile(
    r'^ +(?:(\w+)(?:: "[^"]*")? = [\w.]+\.\w*[^_\W]_\(|'
    r'\w+(?:\[.*?\])? (?:[-+*/%&|^@]|//|\*\*|<<|>>)?= .*?;  (\w+)(?:: "[^"]*")? = (?!None))',
    re.MULTILINE,
)
"""A call of a method that ends in one underscore, or a statement that writes to what is there."""

Graphs = Mapping[Direction, Sequence[Graph]]


def aot_steps(
    key: str, graphs: Graphs, before: str | None, writing: frozenset[str]
) -> dict[Direction, tuple[Step, ...]]:
    """The steps of one compile's records; none where DDP has split the graph.

    ``before`` is the text that it was given, ``writing`` the nodes of it that change their operand in place.
    ``traced`` makes the joint graph (or that of the inference) of it; then for each operation of the program
    ``decomposed`` (other operators are left than it called), ``made functional`` (it changed its operand in place) or
    ``kept`` (the same operators). ``cut`` makes the forward and the backward of the joint graph. ``refs`` are the
    operation's node in Dynamo's graph and the nodes that it became.
    """
    whole: Direction = "joint" if graphs.get("joint") else "fwd"
    outer = _outer(graphs.get(whole, ()))
    if outer is None:
        return {}
    found: dict[Direction, tuple[Step, ...]] = {whole: tuple(_traced(key, whole, outer, before, writing))}
    if whole == "joint":
        for direction in ("fwd", "bwd"):
            part = _outer(graphs.get(direction, ()))
            if part is not None:
                found[direction] = (_cut(key, direction, outer, part),)
    return found


def _outer(graphs: Sequence[Graph]) -> Graph | None:
    whole = [graph for graph in graphs if graph.name.rpartition(".")[2] == "graph"]
    return whole[0] if len(whole) == 1 else None


def _traced(
    key: str, direction: Direction, graph: Graph, before: str | None, writing: frozenset[str]
) -> Iterator[Step]:
    backward = " with those of the backward" if direction == "joint" else ""
    yield Step(
        ref=make_ref(key, direction, STAGE, "step", "0"),
        name="traced",
        index=0,
        before=before,
        after=graph.text,
        changed=None if before is None else before != graph.text,
        detail=f"{len(graph.nodes)} nodes: functional, decomposed{backward}",
    )
    for index, (origin, nodes) in enumerate(_by_origin(graph).items(), 1):
        yield _operation(key, direction, index, origin, nodes, functional=origin in writing)


def _by_origin(graph: Graph) -> dict[str, list[Node]]:
    """The nodes that each operation of Dynamo's graph became, in order."""
    found: dict[str, list[Node]] = {}
    for node in graph.nodes:
        origin = node.attributes.get("origin")
        if isinstance(origin, str) and ", " not in origin and not node.target.endswith("getitem"):
            found.setdefault(origin, []).append(node)
    return found


def _operation(key: str, direction: Direction, index: int, origin: str, nodes: list[Node], *, functional: bool) -> Step:
    forward = [node for node in nodes if not node.attributes.get("gradient")]
    called = dict.fromkeys(str(node.attributes["aten"]) for node in forward if node.attributes.get("aten"))
    left = dict.fromkeys(_short(node.target) for node in forward)
    gradient = dict.fromkeys(_short(node.target) for node in nodes if node.attributes.get("gradient"))
    operators = dict.fromkeys(_short(each) for each in called)
    name = "made functional" if functional else "decomposed" if operators and set(operators) != set(left) else "kept"
    words = f"{', '.join(operators) or origin} became {', '.join(left) or 'nothing'}" if name == "decomposed" else ""
    back = f"its backward is {', '.join(gradient)}" if gradient else ""
    return Step(
        ref=make_ref(key, direction, STAGE, "step", str(index)),
        name=name,
        index=index,
        place=next((node.place for node in forward if node.place is not None), None),
        changed=name != "kept",
        detail="; ".join(filter(None, (words or ", ".join(left), back))),
        refs=(make_ref(key, "dynamo", "dynamo", "node", origin), *(node.ref for node in nodes)),
        attributes={"origin": origin},
    )


def _cut(key: str, direction: Direction, joint: Graph, part: Graph) -> Step:
    kept = len(saved_names(part)) if direction == "fwd" else 0
    again = sum(bool(node.attributes.get("recomputed")) for node in part.nodes)
    words = [f"{len(part.nodes)} of the joint graph's {len(joint.nodes)} nodes"]
    words += [f"{kept} values kept for the backward"] if kept else []
    words += [f"{again} nodes made again"] if again else []
    return Step(
        ref=make_ref(key, direction, STAGE, "step", "0"),
        name="cut",
        index=0,
        before=joint.text,
        after=part.text,
        changed=True,
        detail="; ".join(words),
    )


def in_place(text: str) -> frozenset[str]:
    """The nodes of a printed graph that change their operand: ``x.add_(1)``, ``x += 1``, ``x[0] = 1``."""
    return frozenset(match[1] or match[2] for match in _WRITES.finditer(text))


def _short(operator: str) -> str:
    """``torch.ops.aten.add.Tensor`` as ``aten.add``."""
    return ".".join(operator.removeprefix("torch.ops.").split(".")[:2])
