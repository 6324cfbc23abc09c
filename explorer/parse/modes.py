"""The modes that each node of Dynamo's graph runs in: grad mode, autocast, torch.func transforms, allowed kernels.

Dynamo writes a mode into the graph as the calls that switch it (torch/_dynamo/variables/ctx_manager.py and
functorch variables): what lies between two such calls is a region. The mode that the function was called in is in
no node; a guard tells it (see :mod:`explorer.parse.global_state`).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from msgspec import structs

from explorer.report import Graph, Node

MARKS = ("_enter_autocast", "_set_grad_enabled", "_increment_nesting", "_sdpa_kernel", "_enter_inference_mode")
"""Texts of which one is in every printed graph that switches a mode."""

_NESTING = re.compile(r"\b_(vmap|grad|jvp|func)_(increment|decrement)_nesting$")
_TRANSFORMS = {"func": "functionalize"}
Autocast = Mapping[str, str | None]
"""The dtype by device type; None where autocast is off."""


@dataclass(frozen=True, slots=True)
class Modes:
    """The modes of one node. ``transforms`` outermost first (``"vmap (4)"``, with its batch size).

    ``grad`` None: as the caller had it, and that is not known. ``allowed`` are the attention kernels that
    ``sdpa_kernel`` allows, by the names of ``SDPBackend``; None: all.
    """

    grad: bool | None = None
    autocast: Autocast = field(default_factory=dict)
    transforms: tuple[str, ...] = ()
    allowed: tuple[str, ...] | None = None


@dataclass(slots=True)
class Region:
    """The nodes between two switches.

    ``kind`` is ``autocast``, ``gradients``, ``attention``, ``inference`` or a transform (``vmap``, ``grad``, ``jvp``).
    ``told`` says in words what is on in it; ``facts`` are ``device`` and ``dtype`` of autocast, ``batch`` of vmap.
    ``depth`` counts the regions around it; ``left`` is the node that ends it, None where the graph ends first.
    """

    kind: str
    told: str
    enter: Node
    depth: int
    facts: dict[str, str | int | bool | None] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)
    left: Node | None = None


class Reading:
    """``modes`` of each node by name, and the ``regions`` of a graph in the order in which they begin."""

    def __init__(self, graph: Graph, around: Modes | None = None) -> None:
        self.modes: dict[str, Modes] = {}
        self.regions: list[Region] = []
        self._around = around or Modes()
        self._now = self._around
        self._open: list[tuple[Region, Modes]] = []
        named = (node for node in graph.nodes if _is(node, "_backend_from_string"))
        self._backends = {node.ref: str((_arguments(node) or ["?"])[0]) for node in named}
        for node in graph.nodes:
            self._read(node)

    def _read(self, node: Node) -> None:
        if node.op not in ("call_function", "call_method", "call_module"):
            return
        if self._switches(node):
            return
        self.modes[node.name] = self._now
        for region, _ in self._open:
            region.nodes.append(node)

    def _switches(self, node: Node) -> bool:
        name = node.target.rsplit(".", maxsplit=1)[-1]
        nesting = _NESTING.search(node.target)
        if nesting is not None:
            self._nest(node, nesting[1], nesting[2] == "increment")
        elif name == "_enter_autocast":
            self._autocast(node)
        elif name in ("_exit_autocast", "_exit_inference_mode"):
            self._leave(node, lambda region: region.enter.ref in node.inputs)
        elif name == "_set_grad_enabled":
            self._grad(node)
        elif name == "_enter_inference_mode":
            on = _arguments(node)[:1] == [True]
            self._enter(Region("inference", f"inference mode {_on(on)}", node, 0), grad=False if on else self._now.grad)
        elif name == "_sdpa_kernel":
            self._allow(node)
        else:
            return name in _SERVANTS
        return True

    def _enter(self, region: Region, **changes: object) -> None:
        region.depth = len(self._open)
        self.regions.append(region)
        self._open.append((region, self._now))
        self._now = replace(self._now, **changes)  # type: ignore[arg-type]

    def _leave(self, node: Node, belongs: Callable[[Region], bool]) -> None:
        """Close the innermost open region that ``belongs``; what was on before it is on again."""
        for at, (region, before) in reversed(list(enumerate(self._open))):
            if belongs(region):
                region.left = node
                del self._open[at]
                self._now = _restored(self._now, before, region.kind)
                return

    def _nest(self, node: Node, transform: str, begins: bool) -> None:
        name = _TRANSFORMS.get(transform, transform)
        if not begins:
            self._leave(node, lambda region: region.kind == name)
            return
        batch = _arguments(node)[0] if name == "vmap" and _arguments(node) else None
        told = f"{name} ({batch})" if isinstance(batch, int) else name
        facts: dict[str, str | int | bool | None] = {"batch": batch} if isinstance(batch, int) else {}
        self._enter(Region(name, told, node, 0, facts), transforms=(*self._now.transforms, told))

    def _autocast(self, node: Node) -> None:
        device, dtype, enabled, *_ = [*_arguments(node), None, None, None]
        device, on = str(device), enabled is not False
        kind = str(dtype).removeprefix("torch.") if on and dtype is not None else None
        told = f"autocast on {device} to {kind or 'its default dtype'}" if on else f"autocast off on {device}"
        value = (kind or "default") if on else None
        region = Region("autocast", told, node, 0, {"device": device, "dtype": kind, "enabled": on})
        self._enter(region, autocast={**self._now.autocast, device: value})

    def _grad(self, node: Node) -> None:
        """A switch back to what was on before the innermost such region ends it; any other one begins a region."""
        on = _arguments(node)[:1] == [True]
        inner = next((before for region, before in reversed(self._open) if region.kind == "gradients"), None)
        if inner is not None and (inner.grad if inner.grad is not None else not self._now.grad) == on:
            self._leave(node, lambda region: region.kind == "gradients")
            return
        if self._now.grad is not None and self._now.grad == on:
            return
        self._enter(Region("gradients", f"gradients {_on(on)}", node, 0, {"enabled": on}), grad=on)

    def _allow(self, node: Node) -> None:
        """``sdpa_kernel``: leaving it is another call, which allows what was allowed before."""
        allowed = tuple(self._backends.get(ref, ref) for ref in node.inputs)
        inner = next((before for region, before in reversed(self._open) if region.kind == "attention"), None)
        if inner is not None and set(allowed) >= set(inner.allowed or _ALL):
            self._leave(node, lambda region: region.kind == "attention")
            return
        told = f"attention kernels {', '.join(allowed)} allowed"
        self._enter(Region("attention", told, node, 0, {"allowed": ", ".join(allowed)}), allowed=allowed)


_ALL = ("FLASH_ATTENTION", "EFFICIENT_ATTENTION", "MATH")
"""Where these are allowed, nothing was forbidden."""

_SERVANTS = frozenset(
    (
        *("_backend_from_string", "lazy_load_decompositions", "_maybe_load_decompositions", "_enter_dual_level"),
        *("_exit_dual_level", "_set_fwd_grad_enabled", "set_inplace_requires_grad_allowed"),
        *("_saved_tensors_hooks_disable", "_saved_tensors_hooks_enable"),
    )
)
"""Calls that only serve a switch: they compute nothing."""


def _restored(now: Modes, before: Modes, kind: str) -> Modes:
    if kind == "autocast":
        return replace(now, autocast=before.autocast)
    if kind in ("gradients", "inference"):
        return replace(now, grad=before.grad)
    if kind == "attention":
        return replace(now, allowed=before.allowed)
    return replace(now, transforms=before.transforms)


def _is(node: Node, name: str) -> bool:
    return node.target.rsplit(".", maxsplit=1)[-1] == name


def _on(on: bool) -> str:
    return "on" if on else "off"


def _arguments(node: Node) -> list[object]:
    """The positional arguments of a call as printed: constants, ``torch.bfloat16`` as its text."""
    try:
        call = ast.parse(node.code, mode="eval").body
    except (SyntaxError, ValueError):
        return []
    return [_value(item) for item in call.args] if isinstance(call, ast.Call) else []


def _value(item: ast.expr) -> object:
    return item.value if isinstance(item, ast.Constant) else ast.unparse(item)


def with_modes(graph: Graph, around: Modes) -> Graph:
    """The graph whose nodes say in what modes they run, where these are not those that the function was called in.

    Attributes: ``autocast`` (``"bfloat16 on cpu"``), ``transforms`` (``"vmap (4) > grad"``, outermost first), ``grad``.
    """

    modes = Reading(graph, around).modes

    def told(node: Node) -> Node:
        mode = modes.get(node.name)
        if mode is None or mode == around:
            return node
        facts: dict[str, str | int | float | bool | None] = {}
        if mode.autocast != around.autocast:
            facts["autocast"] = ", ".join(f"{dtype or 'off'} on {device}" for device, dtype in mode.autocast.items())
        if mode.transforms:
            facts["transforms"] = " > ".join(mode.transforms)
        if mode.grad is not None and mode.grad != around.grad:
            facts["grad"] = mode.grad
        return structs.replace(node, attributes={**node.attributes, **facts}) if facts else node

    return structs.replace(graph, nodes=tuple(told(node) for node in graph.nodes))
