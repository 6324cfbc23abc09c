"""What the inputs of a graph are for people: a parameter, a buffer, a size or an argument, and its name in their code.

Dynamo lifts parameters and buffers into the arguments of its graph and writes where they were into their names
(``L_self_modules_layers_modules_0_parameters_weight_``); AOTAutograd counts those arguments.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from explorer.report import Node

_FORWARD = re.compile(r"^ *def forward\(self(.*)$", re.MULTILINE)
_ARGUMENT = re.compile(r", ([A-Za-z_]\w*)(?:: \"[^\"]*\")?(?=[,)])")
_COUNTED = re.compile(r"\bPlainAOTInput\(idx=(\d+)\)")
_NAMED = re.compile(r"\b(Param|Buffer)AOTInput\(target='([^']+)'\)")
_ROOT = re.compile(r"^[LGlg]_")
_HELD = re.compile(r"_(modules|parameters|buffers)_")
_KINDS = {"Param": "parameter", "Buffer": "buffer"}


class GraphInput(NamedTuple):
    """``kind`` is ``parameter``, ``buffer``, ``size`` or ``input``; ``name`` is its name for people, if known."""

    kind: str
    name: str | None


def argument_names(text: str) -> list[str]:
    """The arguments of the ``forward`` that a Dynamo graph prints, in order, as Dynamo named them (``L_x_``)."""
    found = _FORWARD.search(text)
    return _ARGUMENT.findall(found[1]) if found else []


def graph_input(node: Node, arguments: list[str]) -> GraphInput:
    """What a placeholder of an AOTAutograd graph is. ``arguments`` are those of Dynamo's graph."""
    note = node.note or ""
    if named := _NAMED.search(note):
        return GraphInput(_KINDS[named[1]], named[2])
    kind = "size" if node.specs and node.specs[0].shape is None else "input"
    counted = _COUNTED.search(note)
    if counted is None or int(counted[1]) >= len(arguments):
        return GraphInput(kind, None)
    held, name = told(arguments[int(counted[1])])
    return GraphInput(held if kind == "input" else kind, name)


def told(argument: str) -> tuple[str, str]:
    """Kind and name of one of Dynamo's arguments: ``L_self_modules_up_parameters_weight_`` is ``self.up.weight``."""
    plain = _ROOT.sub("", argument).rstrip("_") if argument.endswith("_") else argument
    held = _HELD.findall(plain)
    kind = {"parameters": "parameter", "buffers": "buffer"}.get(held[-1] if held else "", "input")
    return kind, _HELD.sub(".", plain)
