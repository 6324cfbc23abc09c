"""Inductor's rewrites of a graph: each pattern that was replaced, and the values it found to be constant."""

from __future__ import annotations

import contextlib
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.hook import Hook
from explorer.compat.private import Private

FEATURE = "Inductor's pattern matcher"
_WITHOUT = "what Inductor's pattern matcher replaced is not (or not all) in the report"
ENTRIES = tuple(
    Hook(Private(f"torch._inductor.pattern_matcher:{entry}.apply", FEATURE, _WITHOUT))
    for entry in ("ReplacementPatternEntry", "GraphPatternEntry", "LoweringPatternEntry")
)
REPLACED = Hook(
    Private(
        "torch._inductor.pattern_matcher:ReplacementPatternEntry.replace_with_graph",
        FEATURE,
        "what a pattern put in place of the nodes that it replaced is not known",
    )
)
FOLDER = Hook(
    Private(
        "torch._inductor.constant_folding:ConstantFolder.run",
        "Inductor's constant folding",
        "values that Inductor knew at compile time are not in the report",
    )
)


@contextlib.contextmanager
def watch(on_rewrite: Callable[[dict[str, Any]], None]) -> Iterator[None]:
    """Call ``on_rewrite({kind, pattern, nodes, targets, made, rule})`` for each replacement (``kind`` ``"pattern"``).

    ``made`` are the new nodes, where torch makes them from an example; a match that does without has none.
    For values that are known at compile time ``kind`` is ``"constant"`` and ``values`` holds them, by node.
    """
    made: dict[int, list[str]] = {}

    def replaced(nodes: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        made.setdefault(id(args[0]), []).extend(node.name for node in nodes or ())

    def applied(_result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        on_rewrite({**_match(args[0], args[1]), "made": made.pop(id(args[1]), [])})

    with contextlib.ExitStack() as stack:
        stack.enter_context(REPLACED.heard_by(replaced))
        for hook in ENTRIES:
            stack.enter_context(hook.heard_by(applied))
        stack.enter_context(FOLDER.heard_by(lambda _result, args, _kwargs: _tell_constants(args[0], on_rewrite)))
        yield


def _match(entry: Any, match: Any) -> dict[str, Any]:
    handler = getattr(entry, "handler", None)
    name = getattr(entry, "pattern_name", None) or getattr(handler, "__name__", None)
    return {
        "kind": "pattern",
        "pattern": str(name or type(entry).__name__),
        "module": getattr(handler, "__module__", None),
        "nodes": [node.name for node in match.nodes],
        "targets": [str(node.target) for node in match.nodes],
        "rule": _rule(handler),
    }


def _rule(handler: Any) -> dict[str, Any] | None:
    """Where torch's own function for a pattern stands, and the first line of its docstring; None without one."""
    code = getattr(inspect.unwrap(handler) if callable(handler) else None, "__code__", None)
    if code is None:
        return None
    first = (inspect.getdoc(handler) or "").strip().partition("\n")[0]
    return {"file": code.co_filename, "line": code.co_firstlineno, "does": first or None}


def _tell_constants(folder: Any, on_rewrite: Callable[[dict[str, Any]], None]) -> None:
    """Nodes that compute a constant; those that only make one (``full``) are constants already."""
    made = ("aten.full.default", "aten.scalar_tensor.default", "aten.empty.memory_format")
    known = {
        node.name: value
        for node, value in folder.node_replacements.items()
        if node.op == "call_function" and str(node.target) not in made
    }
    if known:
        values = {name: str(value)[:80] for name, value in known.items()}
        on_rewrite({"kind": "constant", "pattern": "constant folding", "nodes": list(known), "values": values})
