"""Which nodes call no plain operator: a higher-order one, given graphs; a custom one; a collective; a Triton kernel.

Read from torch's own text, so that graphs of every stage and of a log tell it. What the operators themselves know
(does it have a gradient?) is in ``explorer.operators`` events of a live capture.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from explorer.parse.recorded import Recorded
from explorer.report import Graph, Link, Listing, Node, Texts, make_ref

OPERATOR_LABEL = "explorer.operators"

TORCHS = frozenset(
    (
        *("_dtensor", "_inductor_test", "_native", "_quantized", "_test", "aten", "c10d", "coor", "debug_mode_ops"),
        *("debugprims", "export", "flex_lib", "fsdp", "inductor", "inductor_prims", "mempool", "mkl", "mkldnn"),
        *("mkldnn_prepacked", "onednn", "onnx", "onnx_symbolic", "prim", "prims", "profiler", "quantization"),
        *("quantized", "quantized_decomposed", "rngprims", "sparse", "static_runtime", "streams", "symm_mem"),
    )
)
"""The namespaces of the operators that torch 2.11 to 2.14 bring themselves, without those below."""

HIGHER_ORDER = "higher_order"
COLLECTIVE = frozenset(("_c10d_functional", "_c10d_functional_autograd", "c10d_functional"))

_TARGET = re.compile(r"^torch\.ops\.(?P<space>\w+)\.(?P<name>\w+)(?:\.\w+)?$")
_OPERATOR = re.compile(r"\btorch\.ops\.(\w+)\.(\w+)")
_TRITON = "triton_kernel_wrapper"
_TEXT = re.compile(r"'([^']*)'")

Attributes = dict[str, str | int | float | bool | None]


def with_kinds(nodes: tuple[Node, ...], bodies: frozenset[str]) -> tuple[Node, ...]:
    """The nodes of one graph; those that call no plain operator say so. ``bodies`` are the names of its submodules.

    Attributes: ``kind`` (``higher order``, ``custom``, ``collective``, ``triton kernel``), ``operator`` (``cond``,
    ``mine::scale``, ``all_reduce``), for a higher-order one ``bodies`` (the graphs that it is given, by the end of
    their names) and ``wraps`` (the operator that it is given), for a collective what :func:`_collective` reads.
    """
    graphs = {node.ref: node.target for node in nodes if node.op == "get_attr" and node.target in bodies}
    return tuple(_with_kind(node, graphs) for node in nodes)


def body_links(graphs: Iterable[Graph]) -> Iterator[Link]:
    """Links of kind ``body``: from each node of a higher-order operator to the graphs that it is given."""
    known = {graph.name: graph.ref for graph in graphs}
    for graph in graphs:
        for node in graph.nodes:
            for name in bodies_of(node):
                if f"{graph.name}.{name}" in known:
                    yield Link(source=node.ref, target=known[f"{graph.name}.{name}"], kind="body")


def bodies_of(node: Node) -> list[str]:
    """The graphs that a node of a higher-order operator is given: the ends of their names."""
    found = node.attributes.get("bodies")
    return found.split(", ") if isinstance(found, str) else []


class OperatorFacts:
    """What the operators of each compile know of themselves, from the events with :data:`OPERATOR_LABEL`.

    Attributes: for a custom operator ``fake``, ``autograd`` (does it have one?), ``mutates`` (arguments), ``schema``,
    ``defined_at`` (``FILE:LINE``); for a Triton kernel ``kernel`` and ``defined_at``; for a value that is a tensor
    subclass ``subclass``, ``inner`` (the tensors in it), ``placements`` and ``mesh`` of a DTensor.
    """

    def __init__(self, events: Iterable[Recorded]) -> None:
        told = {event.key: event.data for event in events}
        self._nodes: dict[str | None, Mapping[str, Attributes]] = {key: data["nodes"] for key, data in told.items()}
        self._kernels: dict[str | None, Mapping[str, str]] = {key: data["kernels"] for key, data in told.items()}

    def explained(self, key: str, graph: Graph) -> Graph:
        """A graph of Dynamo, or one of its bodies, with what is known of its nodes."""
        known = self._nodes.get(key)
        if not known:
            return graph
        return replace(graph, nodes=tuple(_with(node, known.get(node.name, {})) for node in graph.nodes))

    def sources(self, key: str, texts: Texts) -> Iterator[Listing]:
        """The source of each Triton kernel that the program itself brings, as its author wrote it."""
        for name, source in self._kernels.get(key, {}).items():
            ref = make_ref(key, "dynamo", "dynamo", "listing", f"kernel.{name}")
            yield Listing(ref=ref, name=f"kernel.{name}", language="triton", text=texts.add(source))


def is_custom(space: str) -> bool:
    """Whether the operators of a namespace are none that torch brings with it."""
    return space not in TORCHS and space not in COLLECTIVE and space != HIGHER_ORDER


def _with_kind(node: Node, graphs: Mapping[str, str]) -> Node:
    found = _TARGET.match(node.target) if node.op == "call_function" else None
    if found is None:
        return node
    space, name = found["space"], found["name"]
    if space == HIGHER_ORDER and name.startswith(_TRITON):
        return _with(node, {"kind": "triton kernel", "operator": name, "grid": _grid(node.code)})
    if space == HIGHER_ORDER:
        given = [graphs[ref] for ref in node.inputs if ref in graphs]
        wrapped = [f"{space}::{name}" for space, name in _OPERATOR.findall(node.code) if space != HIGHER_ORDER]
        facts: Attributes = {"bodies": ", ".join(given) or None, "wraps": ", ".join(wrapped) or None}
        return _with(node, {"kind": "higher order", "operator": name, **facts})
    if space in COLLECTIVE:
        return _with(node, {"kind": "collective", "operator": name, **_collective(name, node.code)})
    if is_custom(space):
        return _with(node, {"kind": "custom", "operator": f"{space}::{name}"})
    return node


def _collective(name: str, code: str) -> Attributes:
    """``reduces`` (``sum``) and ``group`` of a collective, as they stand in its arguments; the last is the group."""
    texts = _TEXT.findall(code)
    reduces = texts[0] if "reduce" in name and len(texts) > 1 else None
    return {"reduces": reduces, "group": texts[-1] if texts else None}


def _grid(code: str) -> str | None:
    found = re.search(r"\bgrid = (\[.*?\]),", code)
    return found[1] if found else None


def _with(node: Node, facts: Mapping[str, Any]) -> Node:
    told = {name: value for name, value in facts.items() if value is not None}
    return replace(node, attributes={**node.attributes, **told}) if told else node
