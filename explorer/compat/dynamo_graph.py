"""The graph that Dynamo has just captured, with what its printed text leaves out: module paths and the user's lines."""

from __future__ import annotations

import re
import types
from typing import Any

from explorer.compat.private import Private
from explorer.report.place import is_library

CAPTURE = Private(
    "torch._dynamo.output_graph:OutputGraph.compile_and_call_fx_graph",
    "module paths and lines of library code",
    "nodes have no module path, and ops inside library code are not joined to the line that called it",
)
_FRAME = re.compile(r'File "(?P<file>[^"\n]+)", line (?P<line>\d+), in (?P<function>[^\n]*)')


def graph_in(frame: types.FrameType | None) -> Any:
    """The FX graph module of the capture that is running in the stack of ``frame``, or None.

    torch emits ``dynamo_output_graph`` from the method that holds the module as ``gm``, before any pass changes it.
    """
    method = getattr(CAPTURE.get(), "__name__", None)
    while frame is not None:
        if method is not None and frame.f_code.co_name == method:
            found = frame.f_locals.get("gm")
            return found if hasattr(found, "graph") else None
        frame = frame.f_back
    return None


def node_facts(graph: Any) -> dict[str, dict[str, Any]]:
    """For each node of a graph module by name: ``module``, the path of the ``nn.Module`` that ran it, and ``user``, the
    innermost line of the user's own code (``{filename, line, name}``). What is not known is left out.
    """
    facts: dict[str, dict[str, Any]] = {}
    for node in graph.graph.nodes:
        about: dict[str, Any] = {}
        path = _module_path(node)
        if path is not None:
            about["module"] = path
        user = user_line(node.meta.get("stack_trace") or "")
        if user is not None:
            about["user"] = user
        if about:
            facts[node.name] = about
    return facts


def _module_path(node: Any) -> str | None:
    stack = node.meta.get("nn_module_stack") or {}
    if not stack:
        return None
    entry = list(stack.values())[-1]
    return clean_path(str(entry[0] if isinstance(entry, tuple) else entry))


def user_line(stack: str) -> dict[str, Any] | None:
    for match in reversed(list(_FRAME.finditer(stack))):
        if not is_library(match["file"]):
            return {"filename": match["file"], "line": int(match["line"]), "name": match["function"].strip()}
    return None


def clean_path(path: str) -> str:
    """``L['self']._modules['layers'][0].norm`` as ``layers.0.norm``."""
    path = re.sub(r"\._modules\['([^']*)'\]", r".\1", path)
    path = re.sub(r"^[LG]\['[^']*'\]\.?", "", path)
    path = re.sub(r"\[(\d+)\]", r".\1", path)
    return re.sub(r"\['([^']*)'\]", r".\1", path).strip(".")
