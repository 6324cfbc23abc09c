"""What the compiled side computes for nodes of Dynamo's graphs: runs of each graph with the values that can be seen."""

from __future__ import annotations

import contextlib
import functools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from explorer.compat.aot_run import telling_backend
from explorer.compat.installed import CompiledGraph
from explorer.compat.output_modules import loaded
from explorer.measure.errors import NotMeasured
from explorer.measure.kept_buffers import See, watched
from explorer.measure.replay import Replay
from explorer.parse.output_code import read_output_code

MOST_BYTES = 2**30
"""Bytes of values that are kept at once: those of later kernels are not looked at."""


@dataclass
class Seen:
    """A value of the compiled side. ``at`` is the node or buffer that holds it, ``among`` the nodes fused with it."""

    at: str
    value: Any
    among: tuple[str, ...] = ()


@dataclass
class Ran:
    """One run of a graph of Dynamo on ``arguments``, copied before it; ``seen`` by the names of Dynamo's nodes."""

    compile_id: str
    module: Any
    arguments: tuple[Any, ...]
    grad: bool
    seen: dict[str, list[Seen]] = field(default_factory=lambda: defaultdict(list))


def runs_of_inductor(replay: Replay) -> list[Ran]:
    """The runs of the compiled program, with what its generated code keeps in memory."""
    made = Generated(replay)
    ran: list[Ran] = []
    with contextlib.ExitStack() as stack:
        for graph in replay.graphs:
            stack.enter_context(graph.replaced(functools.partial(_watching, graph, ran, made)))
        made.watch(stack)
        replay.call("compiled")
    return ran


def runs_of_aot(replay: Replay, ids: list[str]) -> list[Ran]:
    """The runs of the program compiled by Dynamo and AOTAutograd; ``ids`` are the compile ids of its graphs in order.

    Raises ``NotMeasured`` when this torch does not have what is needed.
    """
    ran: list[Ran] = []

    def on_graph(module: Any, function: Callable[..., Any], told: list[tuple[str, str, Any]]) -> Callable[..., Any]:
        def running(*args: Any) -> Any:
            import torch

            compile_id = ids[len(ran)] if len(ran) < len(ids) else "-/-"
            one = Ran(compile_id, module, _copies(args), torch.is_grad_enabled())
            told.clear()
            output = function(*args)
            for origin, at, value in told:
                if value is not None:
                    one.seen[origin].append(Seen(at, value))
            ran.append(one)
            return output

        return running

    backend = telling_backend(on_graph)
    if backend is None or replay.subject.compiler is None:
        raise NotMeasured("this torch does not tell where AOTAutograd's nodes come from")
    replay.call("compiled", replay.subject.compiler(backend))
    return ran


class Generated:
    """The generated modules, and which of Dynamo's nodes each of their buffers belongs to."""

    def __init__(self, replay: Replay) -> None:
        self._texts: dict[str, str] = {}
        self._files: dict[str, str] = {}
        origins: dict[str, dict[str, list[str]]] = defaultdict(dict)
        self._buffers: dict[str, dict[str, list[str]]] = defaultdict(dict)
        for event in replay.events():
            compile_id = event.compile_id or ""
            if event.label == "inductor_output_code" and event.data and event.payload:
                self._texts[str(event.data.get("file_path"))] = event.payload
                self._files[str(event.data.get("file_path"))] = compile_id
            elif event.label == "explorer.aot_nodes":
                told = event.data["nodes"].items()
                origins[compile_id] |= {name: [facts["origin"]] for name, facts in told if facts.get("origin")}
            elif event.label == "inductor_provenance_tracking_node_mappings" and event.payload:
                origins[compile_id] |= msgspec.json.decode(event.payload).get("postToPre") or {}
            elif event.label == "explorer.scheduled" and not event.data["backward"]:
                for node in event.data["nodes"]:
                    for buffer in node["buffers"]:
                        self._buffers[compile_id][buffer["name"]] = node["origins"]
        self._origins = origins
        self._sink: dict[str, Any] = {}
        self._bytes = 0

    @property
    def known(self) -> bool:
        """Whether there is any."""
        return bool(self._texts)

    def watch(self, stack: contextlib.ExitStack, see: See | None = None) -> None:
        """Look at every buffer until the stack is closed; ``see(name, value)`` in place of keeping them."""
        for file, modules in loaded(self._texts).items():
            lines = {call.line for call in read_output_code(self._texts[file]).calls}
            for module in modules:
                stack.enter_context(watched(module, self._texts[file], lines, see or self._see))

    def begin(self) -> None:
        """A graph is entered."""
        self._sink = {}

    def into(self, ran: Ran) -> None:
        """The graph is left: its buffers as values of the nodes of ``ran``."""
        order = {node.name: number for number, node in enumerate(ran.module.graph.nodes)}
        origins = self._origins[ran.compile_id]
        for buffer, value in self._sink.items():
            posts = self._buffers[ran.compile_id].get(buffer, [])
            found = {pre for post in posts for pre in origins.get(post, ()) if pre in order}
            nodes = sorted(found, key=order.__getitem__)
            if nodes:
                ran.seen[nodes[-1]].append(Seen(buffer, value, tuple(nodes[:-1])))

    def _see(self, name: str, value: Any) -> None:
        import torch

        if name in self._sink or not isinstance(value, torch.Tensor):
            return  # the kernel that named it first is the one that wrote it
        self._bytes += value.numel() * value.element_size()
        if self._bytes < MOST_BYTES:
            self._sink[name] = value.detach().clone()


def _watching(
    graph: CompiledGraph, ran: list[Ran], made: Generated, function: Callable[..., Any]
) -> Callable[..., Any]:
    import torch

    def running(*args: Any) -> Any:
        one = Ran(graph.compile_id, graph.module, _copies(args), torch.is_grad_enabled())
        made.begin()
        output = function(*args)
        made.into(one)
        ran.append(one)
        return output

    undisturbed: Callable[..., Any] = torch.compiler.disable(running)
    return undisturbed


def _copies(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Copies of a graph's arguments. Those that share memory do so no longer."""
    import torch

    def copied(value: Any) -> Any:
        if not isinstance(value, torch.Tensor):
            return value
        with torch.no_grad():
            made = value.detach().clone()
        return made.requires_grad_(value.requires_grad) if not value.is_inference() else made

    return tuple(map(copied, args))
