"""What Inductor's scheduler did with one graph (``explorer.scheduled``) as graphs, steps and links.

The nodes before fusion (``op3``) are the smallest pieces of work, with the buffers that they write; those after it are
groups that share their loops, named after the nodes they hold (``op1_op2``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.parse.fx_graph import PlaceOf
from explorer.parse.launches import Launch
from explorer.parse.tensor_bytes import bytes_of
from explorer.report import Graph, Link, Node, Place, Step, TensorSpec, make_ref
from explorer.report.ref import Direction

STAGE = "inductor"

_PIECE = re.compile(r"(.*?op\d+)(?:_|$)")
"""A node's name begins with the path of its graph, where that is inside another: ``true_graph_0_op1``."""


class Schedule:
    """One graph of the scheduler with the refs of what is in it."""

    def __init__(self, data: Mapping[str, Any], *, key: str, direction: Direction, prefix: str, place: PlaceOf) -> None:
        self._data = data
        self._within = f"{data['within']}." if data.get("within") else ""
        self._key, self._direction, self._prefix, self._place = key, direction, prefix, place
        self._writer = {buffer["name"]: node["name"] for node in data["nodes"] for buffer in node["buffers"]}
        self._group_of = {name: group["name"] for group in data["groups"] for name in group["nodes"]}
        self._nodes = {node["name"]: node for node in data["nodes"]}

    def before(self) -> Graph:
        """The nodes before fusion.

        Attributes: ``kind``, ``buffers`` and ``bytes`` that it writes, ``layout`` where it changed, ``computes``.
        """
        return self._graph("before_fusion", tuple(self._before(node) for node in self._data["nodes"]))

    def after(self) -> Graph:
        """The groups that share their loops, or one library call each.

        Attributes: ``kind``, ``fuses`` (how many nodes), ``bytes_moved`` (read and written).
        """
        return self._graph("after_fusion", tuple(self._after(group) for group in self._data["groups"]))

    def links(self) -> Iterator[Link]:
        """From the nodes of the post-grad graph to the scheduler's, and from those to their groups."""
        for node in self._data["nodes"]:
            ref = self.ref("before_node", node["name"])
            for origin in node["origins"]:
                name = self._prefix + self._within + origin
                source = make_ref(self._key, self._direction, "post_grad", "node", name)
                yield Link(source=source, target=ref, kind="lowered")
            if node["name"] in self._group_of:
                yield Link(source=ref, target=self.ref("node", self._group_of[node["name"]]), kind="lowered")

    def calls(self, launches: Mapping[str, Launch]) -> Iterator[Link]:
        """From each group to its kernel call, by the call's name. On a CPU neighbouring groups share a kernel."""
        for call, launch in launches.items():
            target = make_ref(self._key, self._direction, "codegen", "call", self._prefix + call)
            for group in dict.fromkeys(self._group_of[name] for name in launch.nodes if name in self._group_of):
                yield Link(source=self.ref("node", group), target=target, kind="fused")

    def steps(self, start: int) -> Iterator[Step]:
        """Each fusion, then each pair that was not fused.

        Attributes: ``first``, ``second``; of a pair that was not fused ``reason`` and ``apart``, which is False when
        both are in one kernel in the end. Its place is the line of torch that refused it.
        """
        index = start
        for first, second in self._data["fused"]:
            yield self._step(
                index, "fused", first, second, f"{first} and {second} became {first}_{second}", changed=True
            )
            index += 1
        for first, second, reason, *at in self._data["refused"]:
            ends = {self._group_of.get(piece) for name in (first, second) for piece in pieces(name)}
            more = {"reason": reason, "apart": len(ends) > 1}
            words = f"{first} with {second}: {reason}"
            yield self._step(index, "not fused", first, second, words, more, at=at[0] if at else None, changed=False)
            index += 1

    def counts(self) -> dict[str, int]:
        """How many nodes there were, how many groups became of them, and how many pairs were not fused."""
        return {
            "nodes_before_fusion": len(self._data["nodes"]),
            "nodes_after_fusion": len(self._data["groups"]),
            "fusions": len(self._data["fused"]),
            "refused_fusions": len(self._data["refused"]) + int(self._data.get("left_out") or 0),
        }

    def ref(self, kind: str, name: str) -> str:
        """The ref of something in this schedule."""
        return make_ref(self._key, self._direction, STAGE, kind, self._prefix + name)

    def _graph(self, name: str, nodes: tuple[Node, ...]) -> Graph:
        full = self._within + name
        return Graph(ref=self.ref("graph", full), name=self._prefix + full, nodes=nodes)

    def _before(self, node: Mapping[str, Any]) -> Node:
        specs = tuple(spec for buffer in node["buffers"] if (spec := _spec(buffer)) is not None)
        sizes = [bytes_of(spec) for spec in specs]
        writers = dict.fromkeys(self._writer[read] for read in node["reads"] if read in self._writer)
        at = node.get("at")
        facts: dict[str, str | int | None] = {
            "kind": node["kind"],
            "buffers": ", ".join(buffer["name"] for buffer in node["buffers"]),
            "bytes": sum(size for size in sizes if size is not None) if None not in sizes else None,
            "layout": next(filter(None, map(_relaid, node["buffers"])), None),
            "computes": ", ".join(node["origins"]),
        }
        return Node(
            ref=self.ref("before_node", node["name"]),
            name=self._prefix + node["name"],
            op="call_function",
            target=node.get("kernel") or node["kind"],
            inputs=tuple(self.ref("before_node", writer) for writer in writers if writer != node["name"]),
            specs=specs,
            place=self._place(at[0], at[1]) if at else None,
            attributes={name: value for name, value in facts.items() if value not in (None, "")},
        )

    def _after(self, group: Mapping[str, Any]) -> Node:
        inside = [self._nodes[name] for name in group["nodes"] if name in self._nodes]
        reads = dict.fromkeys(self._writer[read] for node in inside for read in node["reads"] if read in self._writer)
        sources = dict.fromkeys(self._group_of[name] for name in reads if name in self._group_of)
        places = [node["at"] for node in inside if node.get("at")]
        kernel = next((node["kernel"] for node in inside if node.get("kernel")), None)
        facts = {"kind": group["kind"], "fuses": len(group["nodes"]), "bytes_moved": group.get("moved")}
        return Node(
            ref=self.ref("node", group["name"]),
            name=self._prefix + group["name"],
            op="call_function",
            target=kernel or group["kind"],
            inputs=tuple(self.ref("node", name) for name in sources if name != group["name"]),
            specs=tuple(spec for node in inside[-1:] for buffer in node["buffers"] if (spec := _spec(buffer))),
            place=self._place(places[0][0], places[0][1]) if places else None,
            attributes={name: value for name, value in facts.items() if value is not None},
        )

    def _step(
        self,
        index: int,
        name: str,
        first: str,
        second: str,
        detail: str,
        more: Mapping[str, str | bool] | None = None,
        *,
        changed: bool,
        at: Sequence[Any] | None = None,
    ) -> Step:
        refs = (self.ref("before_node", piece) for each in (first, second) for piece in pieces(each))
        return Step(
            ref=self.ref("step", str(index)),
            name=name,
            index=index,
            place=Place(file=at[0], line=at[1]) if at else None,
            changed=changed,
            detail=detail,
            refs=tuple(refs),
            attributes={"first": self._prefix + first, "second": self._prefix + second, **(more or {})},
        )


def pieces(name: str) -> list[str]:
    """The nodes in a group, by the group's name: ``op1_op2`` is ``op1`` and ``op2``."""
    return _PIECE.findall(name) or [name]


def reasons(steps: Sequence[Step]) -> Counter[str]:
    """How often each reason kept two nodes apart in the end."""
    return Counter(str(step.attributes["reason"]) for step in steps if step.attributes.get("apart"))


def _spec(buffer: Mapping[str, Any]) -> TensorSpec | None:
    if not buffer.get("dtype") or buffer.get("shape") is None:
        return None
    stride = buffer.get("stride")
    return TensorSpec(
        dtype=buffer["dtype"],
        shape=tuple(buffer["shape"]),
        stride=None if stride is None else tuple(stride),
        device=buffer.get("device"),
    )


def _relaid(buffer: Mapping[str, Any]) -> str | None:
    """A layout that is not that of the graph's node: ``stride (1, 4), in the graph (1, 1)``."""
    given, made, shape = buffer.get("given_stride"), buffer.get("stride"), buffer.get("shape") or ()
    if given is None or made is None or len(given) != len(made):
        return None
    # the stride of a dimension of size 1 says nothing
    differs = any(one != other for one, other, size in zip(given, made, shape, strict=False) if size != 1)
    return f"stride ({_words(made)}), in the graph ({_words(given)})" if differs else None


def _words(values: Sequence[int | str]) -> str:
    return ", ".join(map(str, values))
