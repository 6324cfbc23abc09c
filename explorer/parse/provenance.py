"""What torch's provenance tracking says: which pre-grad node became which post-grad node, and which kernel runs it.

``inductor_provenance_tracking_node_mappings`` (torch/_inductor/debug.py, ``dump_inductor_provenance_info``). A kernel
is named ``KERNEL:HANDLE``, by call site; before handles existed, by its name alone. Each backward adds to the tables of
its process, so a mapping may hold calls of earlier graphs: only those in the graph's own code count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from explorer.parse.generated import Generated
from explorer.parse.launches import Launch

_FRAME = re.compile(r'File "([^"\n]+)", line (\d+)')

Table = Mapping[str, Sequence[str]]


class Mappings(NamedTuple):
    """``lowered``: pre-grad node to post-grad nodes. ``fused``: a kernel, as torch names it, to post-grad nodes."""

    lowered: Table
    fused: Table


def read_mappings(payload: str | None) -> Mappings | None:
    """The node mappings; None when torch recorded none (tracking was off, or a backward compiled on its own)."""
    data = _decode(payload)
    lowered, fused = _table(data.get("preToPost")), _table(data.get("cppCodeToPost"))
    return Mappings(lowered, fused) if lowered or fused else None


def read_lines(payload: str | None) -> dict[str, list[tuple[str, int]]]:
    """The user lines of each kernel call, ``KERNEL:HANDLE`` to file and line, from the kernels' stack traces."""
    return {name: list(_innermost(stacks)) for name, stacks in _table(_decode(payload)).items()}


def nodes_of(
    generated: Generated,
    mappings: Mappings | None,
    graph: Collection[str],
    launches: Mapping[str, Launch] | None = None,
) -> dict[str, tuple[str, ...]]:
    """The nodes of ``graph`` in each call, by the call's name, without calls of which torch does not tell any.

    Torch names call sites by handle. Without handles the nodes of a kernel are those of its call when it has only one.
    Without a mapping the comment above a Triton kernel names the nodes, and ``launches`` are what a capture heard.
    """
    fused = mappings.fused if mappings else {kernel.name: kernel.nodes for kernel in generated.kernels if kernel.nodes}
    often = Counter(call.kernel for call in generated.calls)
    inside = _inside(graph)
    found: dict[str, tuple[str, ...]] = {}
    for call in generated.calls:
        heard = launches[call.name].origins if launches and call.name in launches else ()
        named = fused.get(call.name) or (fused.get(call.kernel) if often[call.kernel] == 1 else None) or heard
        nodes = tuple(dict.fromkeys(inside.get(name, name) for name in named if name in inside or name in graph))
        if nodes:
            found[call.name] = nodes
    return found


def _inside(graph: Iterable[str]) -> dict[str, str]:
    """Nodes of submodules by torch's name for them (``add`` for ``true_graph_0.add``), where only one is so called."""
    plain: dict[str, list[str]] = {}
    for name in graph:
        plain.setdefault(name.rpartition(".")[2], []).append(name)
    return {name: full[0] for name, full in plain.items() if len(full) == 1 and full[0] != name}


def _innermost(stacks: Sequence[str]) -> Iterator[tuple[str, int]]:
    for stack in stacks:
        frames = _FRAME.findall(stack)
        if frames:
            yield frames[-1][0], int(frames[-1][1])


def _decode(payload: str | None) -> Mapping[str, Any]:
    try:
        data = msgspec.json.decode(payload or "{}")
    except (msgspec.DecodeError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _table(value: Any) -> dict[str, list[str]]:
    """``value`` when it maps names to lists of names, without what is not such."""
    if not isinstance(value, dict):
        return {}
    return {
        name: [item for item in items if isinstance(item, str)]
        for name, items in value.items()
        if isinstance(items, list)
    }
