"""Inductor's scheduler while it fuses: its nodes before and after, each fusion, and why others were not fused.

torch writes these decisions as log text, which costs a fifth of a compile; here the objects are read where it would log
them (torch/_inductor/scheduler.py), and turned into text only for what a report shows.
"""

from __future__ import annotations

import contextlib
import re
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from explorer.compat.hook import Hook
from explorer.compat.private import Private

FEATURE = "Inductor's fusion"
BEFORE = Hook(
    Private(
        "torch._inductor.debug:log_ir_pre_fusion",
        FEATURE,
        "Inductor's nodes before fusion are not in the report",
    )
)
AFTER = Hook(
    Private(
        "torch._inductor.debug:log_ir_post_fusion",
        FEATURE,
        "what Inductor fused, and why not, is not in the report",
    )
)
REFUSED = Hook(
    Private(
        "torch._inductor.scheduler:WhyNoFuse.__call__",
        FEATURE,
        "why Inductor did not fuse two nodes is not in the report",
    )
)
FUSED = Hook(
    Private(
        "torch._inductor.scheduler:Scheduler.fuse_two_nodes",
        FEATURE,
        "which nodes Inductor fused one by one is not in the report",
    )
)
GRAPH = Private(
    "torch._inductor.virtualized:V",
    FEATURE,
    "the nodes of a backward's scheduler stand under the forward",
)

_FRAME = re.compile(r'File "([^"\n]+)", line (\d+)')

MOST = 20_000
"""Decisions kept of one graph: a graph of n nodes may have n² of them."""


class Decisions(threading.local):
    """The decisions of the graph that this thread schedules now."""

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """A new graph."""
        self.nodes: list[dict[str, Any]] = []
        self.before = ""
        self.fused: list[tuple[str, str]] = []
        self.refused: dict[tuple[str, str], tuple[str, tuple[Any, ...], tuple[str, int] | None]] = {}
        self.left_out = 0


class SchedulerWatch:
    """Collects what happens in :meth:`watching` and hands it on when a graph is scheduled.

    ``on_scheduled(data, before, after)`` gets ``{backward, within, nodes, groups, fused, refused, left_out}`` and the
    two texts of the nodes, as torch would log them; ``within`` is the path of a graph inside another (a branch of
    ``cond``).
    """

    def __init__(self, on_scheduled: Callable[[dict[str, Any], str, str], None]) -> None:
        self._on_scheduled = on_scheduled
        self._now = Decisions()

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Listen in the body."""
        with (
            BEFORE.heard_by(lambda _result, args, _kwargs: self._begin(args[0])),
            REFUSED.heard_by(lambda _result, args, _kwargs: self._refuse(*args)),
            FUSED.heard_by(lambda _result, args, _kwargs: self._fuse(args[1], args[2])),
            AFTER.heard_by(lambda _result, args, _kwargs: self._end(args[0])),
        ):
            yield

    def _begin(self, nodes: list[Any]) -> None:
        self._now.clear()
        self._now.nodes = [_node(node) for node in nodes]
        self._now.before = _text(nodes)

    def _refuse(self, why: Any, reason: str, *args: Any) -> None:
        now, pair = self._now, (why.name1, why.name2)
        if pair in now.refused or len(now.refused) < MOST:
            now.refused[pair] = (reason, args, _asked_from())
        else:
            now.left_out += 1

    def _fuse(self, one: Any, other: Any) -> None:
        self._now.fused.append((one.get_name(), other.get_name()))

    def _end(self, nodes: list[Any]) -> None:
        now = self._now
        data = {
            "backward": is_backward(),
            "within": _path(),
            "nodes": now.nodes,
            "groups": [_group(node) for node in nodes],
            "fused": now.fused,
            "refused": [[*pair, _said(reason, args), at] for pair, (reason, args, at) in now.refused.items()],
            "left_out": now.left_out,
        }
        self._on_scheduled(data, now.before, _text(nodes))
        now.clear()


def is_backward() -> bool:
    """Whether the graph that Inductor works on in this thread is a backward."""
    return bool(getattr(getattr(GRAPH.get(), "graph", None), "is_backward", False))


def own_origins(origins: Iterable[Any]) -> list[Any]:
    """The nodes of the graph that is compiled now; a graph inside another has those of the operator that calls it."""
    graph = getattr(getattr(GRAPH.get(), "graph", None), "graph", None)
    found = list(origins)
    return [origin for origin in found if getattr(origin, "graph", None) is graph] or found


def _path() -> str:
    """Where the graph that is scheduled lies in the whole one: ``true_graph_0``; empty for the whole."""
    names: list[str] = []
    graph = getattr(GRAPH.get(), "graph", None)
    while (parent := getattr(graph, "parent", None)) is not None:
        above = getattr(parent, "name", None)
        name = str(getattr(graph, "name", ""))
        names.insert(0, name.removeprefix(f"{above}_") if above else name)
        graph = parent
    return ".".join(names)


def _asked_from() -> tuple[str, int] | None:
    """File and line in torch that refuse a pair: the first frame that is not ours."""
    frame: types.FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("explorer."):
        frame = frame.f_back
    return None if frame is None else (frame.f_code.co_filename, frame.f_lineno)


def _said(reason: str, args: tuple[Any, ...]) -> str:
    try:
        return (reason % args) if args else reason
    except (TypeError, ValueError):
        return reason


def _text(nodes: list[Any]) -> str:
    """The nodes in a form of our own: torch's ``debug_str`` compiles the graph of each loop body to print it."""
    return "\n\n".join("\n".join(_lines(node)) for node in nodes) + "\n"


def _lines(node: Any) -> Iterator[str]:
    inside = list(node.get_nodes())
    yield f"{node.get_name()}: {_kind(node)}" + (f" of {len(inside)} nodes" if len(inside) > 1 else "")
    for each in inside:
        made = "; ".join(f"{buffer.get_name()} {_shown(buffer.node)}" for buffer in each.get_outputs())
        yield f"  {each.get_name()} writes {made or 'nothing'}"
        yield f"    reads {', '.join(sorted({read.name for read in each.read_writes.reads})) or 'nothing'}"
        yield from (f"    {line}" for line in _work(each))


def _shown(made: Any) -> str:
    layout: Any = getattr(made, "layout", None)
    sizes = _sizes(getattr(layout, "size", None))
    if sizes is None:
        return type(layout).__name__
    dtype = str(getattr(layout, "dtype", "")).removeprefix("torch.")
    return f"{dtype}{sizes} stride {_sizes(getattr(layout, 'stride', None))}"


def _work(node: Any) -> Iterator[str]:
    """The library call of a node, or the loops and what runs in them."""
    if node.is_extern():
        yield f"calls {getattr(node.node, 'python_kernel_name', None) or type(node.node).__name__}"
        return
    body = getattr(node, "_body", None)
    if body is None:
        return
    yield f"for {', '.join(f'{variable} in {size}' for variable, size in body.var_ranges.items())}"
    yield from (f"  {name} = {value}" for name, value in body.indexing_exprs.items())
    yield from (f"  {line}" for line in _operations(body.root_block.graph))
    for name, block in body.subblocks.items():
        yield f"  {name}:"
        yield from (f"    {line}" for line in _operations(block.graph))


def _operations(graph: Any) -> Iterator[str]:
    indices = {each.name: each.args[0] for each in graph.nodes if each.target == "get_index"}
    for each in graph.nodes:
        if each.op not in ("placeholder", "output") and each.name not in indices:
            given = [indices.get(getattr(value, "name", None), value) for value in each.args if str(value) != "ops"]
            yield f"{each.name} = {each.target}({', '.join(map(str, given))})"


def _node(node: Any) -> dict[str, Any]:
    """One node of the scheduler: its kind, the buffers that it writes, what it reads, the graph nodes it computes."""
    made = node.node
    origins = own_origins(getattr(made, "origins", None) or ())
    return {
        "name": node.get_name(),
        "kind": _kind(node),
        "kernel": getattr(made, "python_kernel_name", None) if node.is_extern() else None,
        "reads": sorted({dependency.name for dependency in node.read_writes.reads}),
        "buffers": [_buffer(buffer.node) for buffer in node.get_outputs()],
        "origins": [origin.name for origin in origins],
        "at": _line(getattr(made, "origin_node", None), *origins),
    }


def _group(node: Any) -> dict[str, Any]:
    return {
        "name": node.get_name(),
        "kind": _kind(node),
        "nodes": [inner.get_name() for inner in node.get_nodes()],
        "moved": _moved(node),
    }


def _line(*origins: Any) -> list[Any] | None:
    """File and line of the innermost frame of the first graph node that knows its stack."""
    for origin in origins:
        frames = _FRAME.findall(str(origin.meta.get("stack_trace") or "")) if origin is not None else []
        if frames:
            return [frames[-1][0], int(frames[-1][1])]
    return None


def _kind(node: Any) -> str:
    if type(node).__name__.startswith("Nop"):
        return "nop"
    if type(node).__name__.startswith("Foreach"):
        return "foreach"
    if node.is_extern():
        return "extern"
    if node.is_template():
        return "template"
    return "reduction" if node.is_reduction() else "pointwise"


def _buffer(made: Any) -> dict[str, Any]:
    layout: Any = getattr(made, "layout", None)
    given: Any = getattr(getattr(made, "origin_node", None), "meta", {}).get("val")
    return {
        "name": made.get_name(),
        "layout": type(layout).__name__,
        "dtype": str(getattr(layout, "dtype", "")).removeprefix("torch.") or None,
        "device": str(layout.device) if getattr(layout, "device", None) is not None else None,
        "shape": _sizes(getattr(layout, "size", None)),
        "stride": _sizes(getattr(layout, "stride", None)),
        "given_stride": _sizes(given.stride()) if callable(getattr(given, "stride", None)) else None,
    }


def _sizes(values: Any) -> list[int | str] | None:
    if values is None or callable(values):
        return None
    return [int(value) if str(value).lstrip("-").isdigit() else str(value) for value in values]


def _moved(node: Any) -> int | None:
    """Bytes that a group reads and writes; asked anew, since what torch caches must not be filled before its time."""
    read = getattr(node, "get_read_write_buffers_sizes_impl", None)
    try:
        value = read(include_reads=True, include_writes=True) if read is not None else None
    except Exception:
        return None
    return int(value) if isinstance(value, int) else None
