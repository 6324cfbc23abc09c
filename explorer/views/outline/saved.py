"""What the forward keeps for the backward, what the backward makes again, and what is changed in place or aliased."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report import Node, StageRecord
from explorer.views.clean import one_line
from explorer.views.format import spec
from explorer.views.outline.index import Index

STAGE = "aot"


@dataclass(frozen=True, slots=True)
class SavedRow:
    """One tensor that is kept. ``kept_as`` is ``activation``, ``input``, ``parameter``, ``buffer`` or ``size``.

    ``bytes`` None: not known. ``output``: the program returns it too, so that keeping it costs nothing.
    """

    name: str
    kept_as: str
    bytes: int | None
    makes: str
    place: str
    source: str
    made_by: str
    output: bool
    ref: str
    node: Node


@dataclass(frozen=True, slots=True)
class AgainRow:
    """One node that the backward computes again, and why."""

    name: str
    target: str
    why: str
    place: str
    ref: str


@dataclass(frozen=True, slots=True)
class Cut:
    """The cut of one compile's graph. ``total`` and ``activations`` are bytes, None when one of them is not known."""

    graph: int | None
    key: str
    rows: tuple[SavedRow, ...]
    again: tuple[AgainRow, ...]
    total: int | None
    activations: int | None


def cuts(index: Index) -> list[Cut]:
    """The cut of every graph that has a backward, the largest tensors first."""
    found = []
    for compilation in index.report.compilations:
        records = {record.direction: record for record in index.stages(compilation.key, STAGE)}
        forward, backward = records.get("fwd"), records.get("bwd")
        rows = sorted(_saved(index, forward), key=lambda row: -(row.bytes or 0)) if forward else []
        again = tuple(_again(index, backward)) if backward else ()
        if forward and (rows or again):
            metrics = {metric.name: metric.value for metric in forward.metrics}
            found.append(
                Cut(
                    graph=index.numbers.get(compilation.key),
                    key=compilation.key,
                    rows=tuple(rows),
                    again=again,
                    total=_whole(metrics.get("saved_bytes")),
                    activations=_whole(metrics.get("saved_activation_bytes")),
                )
            )
    return found


def aliasing_rows(index: Index) -> list[tuple[int | None, str]]:
    """Sentences about what is changed in place and what is returned as a view, each with its graph's number."""
    return [
        (index.numbers.get(compilation.key), one_line(line, 300))
        for compilation, stage in index.all_stages(STAGE)
        for listing in stage.listings
        if listing.name == "aliasing"
        for line in index.text(listing.text).split("\n")
        if line
    ]


def _saved(index: Index, record: StageRecord) -> Iterator[SavedRow]:
    for node in (node for graph in record.graphs for node in graph.nodes if node.attributes.get("saved")):
        value = node.attributes.get("value")
        yield SavedRow(
            name=one_line(str(value) if value else node.name, 80),
            kept_as=one_line(str(node.attributes.get("kept_as") or "value"), 20),
            bytes=_whole(node.attributes.get("bytes")),
            makes=", ".join(map(spec, node.specs)),
            place=index.place(node.place),
            source=one_line(node.place.source or "", 100) if node.place else "",
            made_by=one_line(_maker(node), 60),
            output=bool(node.attributes.get("output")),
            ref=node.ref,
            node=node,
        )


def _again(index: Index, record: StageRecord) -> Iterator[AgainRow]:
    for node in (node for graph in record.graphs for node in graph.nodes if node.attributes.get("recomputed")):
        yield AgainRow(
            name=one_line(node.name, 80),
            target=one_line(short_op(node.target), 60),
            why=one_line(str(node.attributes.get("why") or ""), 200),
            place=index.place(node.place),
            ref=node.ref,
        )


def _maker(node: Node) -> str:
    """The operator that made the value; for one of several results that of all of them, where it is known."""
    if node.op == "placeholder":
        return ""
    aten = node.attributes.get("aten")
    return short_op(str(aten) if aten and node.target == "operator.getitem" else node.target)


def short_op(target: str) -> str:
    """An operator as people name it: ``aten.addmm`` for ``torch.ops.aten.addmm.default``."""
    return target.removeprefix("torch.ops.").removesuffix(".default")


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
