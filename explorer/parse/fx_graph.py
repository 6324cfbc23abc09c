"""The printed text of a torch graph (``print_readable``) as graphs of nodes, each with its user line and tensor specs.

Every record of the trace that holds a graph has this form: ``dynamo_output_graph``, ``aot_*_graph``,
``before_*_graph``, ``after_*_graph``, ``inductor_post_grad_graph``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol, TypedDict, Unpack

from explorer.parse.fx_body import Body
from explorer.parse.fx_text import GraphText
from explorer.parse.operators import with_kinds
from explorer.report import Graph, Node, Place, Texts, make_ref
from explorer.report.ref import Direction


class PlaceOf(Protocol):
    """How a file and line become a place; :meth:`explorer.tracing.event.Trace.place` is one."""

    def __call__(self, file: str, line: int | None, *, function: str | None = None, source: str | None = None) -> Place:
        """The place of ``line`` in ``file``."""


class _Address(TypedDict):
    key: str
    direction: Direction
    stage: str


class _Options(TypedDict, total=False):
    name: str
    node_kind: str
    attempt: int
    modules: Mapping[str, str] | None


class _Where(_Address, _Options):
    texts: Texts
    place: PlaceOf


class Reading(NamedTuple):
    """What was read: the graph, then those of its submodules; ``problem`` says what could not be read as printed."""

    graphs: tuple[Graph, ...]
    problem: str | None


def parse_graph(text: str, **where: Unpack[_Where]) -> Graph:
    """The graph that ``text`` prints, without the bodies of its submodules: the first of :func:`read_graphs`."""
    return read_graphs(text, **where).graphs[0]


def read_graphs(
    text: str,
    *,
    key: str,
    direction: Direction,
    stage: str,
    texts: Texts,
    place: PlaceOf,
    name: str = "graph",
    node_kind: str = "node",
    attempt: int = 0,
    modules: Mapping[str, str] | None = None,
) -> Reading:
    """The graph that ``text`` prints and those of its submodules (the bodies of higher-order operators).

    A submodule's graph is named ``NAME.wrap_body_0`` and its nodes ``wrap_body_0.mul``. ``modules`` are the paths of
    the ``nn.Module`` behind each node of the graph itself, by node name. Never raises: a text in another form gives a
    graph without nodes.
    """
    printed = GraphText(text)
    stored = texts.add(text)

    def ref(kind: str, of: str) -> str:
        return make_ref(key, direction, stage, kind, of, attempt=attempt)

    def graph(path: str, nodes: tuple[Node, ...]) -> Graph:
        full = f"{name}.{path}" if path else name
        return Graph(ref=ref("graph", full), name=full, nodes=with_kinds(nodes, bodies), text=stored)

    def read(path: str, function: ast.FunctionDef) -> Graph:
        body = Body(printed, function, place, {} if path else modules or {})
        prefix = f"{path}." if path else ""
        return graph(path, body.nodes(prefix, lambda node: ref(node_kind, prefix + node)))

    functions = list(_functions(printed))
    bodies = frozenset(path.rpartition(".")[2] for path, _ in functions if path)
    found = tuple(read(path, function) for path, function in functions)
    return Reading(found or (graph("", ()),), printed.problem)


def _functions(printed: GraphText) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The ``forward`` of the graph, path ``""``, then those of the classes in it and after it, by path."""
    for index, item in enumerate(printed.tree.body if printed.tree else ()):
        if isinstance(item, ast.FunctionDef):
            yield "", item
        elif isinstance(item, ast.ClassDef):
            yield from _methods(printed, item, "" if index == 0 else printed.class_name(item))


def _methods(printed: GraphText, defined: ast.ClassDef, path: str) -> Iterator[tuple[str, ast.FunctionDef]]:
    for item in defined.body:
        if isinstance(item, ast.FunctionDef):
            yield path, item
    for item in defined.body:
        if isinstance(item, ast.ClassDef):
            name = printed.class_name(item)
            yield from _methods(printed, item, f"{path}.{name}" if path else name)
