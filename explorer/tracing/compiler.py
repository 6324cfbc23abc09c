"""What torch's compiler knows and does not trace, as events of our own: everything that is listened to, joined."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat import aot_graphs
from explorer.compat.compile_id import current


@contextlib.contextmanager
def watch_autograd(note: Callable[..., None]) -> Iterator[None]:
    """``explorer.aot_nodes {graph, nodes}`` for each graph of AOTAutograd: what its nodes were before."""

    def on_graph(kind: str, nodes: dict[str, dict[str, Any]]) -> None:
        note("aot_nodes", {"graph": kind, "nodes": nodes}, compile_id=current())

    with aot_graphs.watch(on_graph):
        yield
