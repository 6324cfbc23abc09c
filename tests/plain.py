"""What plain torch says of a program: measured from its own logs and a counting backend, without this package."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
import torch._dynamo
import torch._logging

_HEAD = re.compile(r"in user code at (?P<file>.*):(?P<line>\d+)\nGraph Break Reason: (?P<reason>.*)", re.DOTALL)
_EFFECTS = {
    "Encountered graph break when attempting to trace": "resumed",
    "Encountered graph break that we cannot resume from": "rest_skipped",
    "Failed to handle graph break gracefully": "frame_skipped",
}
_WORST = ("branch_resumed", "resumed", "rest_skipped", "frame_skipped")


@dataclass
class Facts:
    """``breaks`` maps (file, line, gb_type) to the worst effect; ``recompiles`` counts what Dynamo says it does.

    ``guards`` are the guards that failed in the version tried first, each with the line that torch says it comes from.
    """

    graphs: int = 0
    ops: int = 0
    breaks: dict[tuple[str, int, str], str] = field(default_factory=dict)
    recompiles: int = 0
    guards: list[tuple[str, int | None]] = field(default_factory=list)
    limit: bool = False
    fullgraph: bool = False
    fullgraph_error: str | None = None
    error: str | None = None


def _first_guard(text: str) -> tuple[str, int | None]:
    """Of ``…failure(s):\n  - 0/1: n == 2   # code  # m.py:3 in f`` the guard and the line."""
    first = re.split(r"\n +- (?:!\d+/)?\d+/\d+: ", text)[1]
    guard, _, comment = first.partition("  # ")
    line = re.search(r"# [^#\n]*?:(\d+) in ", f"# {comment}")
    return guard.strip(), int(line[1]) if line else None


class _Listener(logging.Handler):
    def __init__(self, facts: Facts) -> None:
        super().__init__(logging.DEBUG)
        self._facts = facts

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        if text.startswith("Recompiling function"):
            self._facts.recompiles += 1
            self._facts.guards.append(_first_guard(text))
        elif "torch._dynamo hit config." in text:
            self._facts.limit = True
        elif (found := _HEAD.search(text)) is not None:
            self._note_break(found)

    def _note_break(self, found: re.Match[str]) -> None:
        first, _, rest = found["reason"].partition("\n")
        effect = next((word for start, word in _EFFECTS.items() if first.startswith(start)), None)
        # a wrapper's sentence stands before the type; a branch has none
        gb_type = next(line.strip() for line in rest.splitlines() if line.strip()) if effect else first.strip()
        key = (found["file"], int(found["line"]), gb_type)
        worst = max(effect or _WORST[0], self._facts.breaks.get(key, _WORST[0]), key=_WORST.index)
        self._facts.breaks[key] = worst


@contextlib.contextmanager
def _listening(facts: Facts) -> Iterator[None]:
    torch._logging.set_logs(graph_breaks=True, recompiles=True)
    listener = _Listener(facts)
    names = [
        "torch._dynamo.symbolic_convert.__graph_breaks",
        "torch._dynamo.convert_frame.__graph_breaks",
        "torch._dynamo.guards.__recompiles",
        "torch._dynamo.convert_frame",
    ]
    for name in names:
        logging.getLogger(name).addHandler(listener)
    try:
        yield
    finally:
        for name in names:
            logging.getLogger(name).removeHandler(listener)
        torch._logging.set_logs()


def _run(program: dict[str, Any], compiled: Callable[..., Any], *, all_calls: bool) -> None:
    sequence = [(program["inputs"], {}), *(program.get("calls", ()) if all_calls else ())]
    for index, (args, kwargs) in enumerate(sequence):
        before, contexts = program.get("before", ()), program.get("contexts", ())
        if index < len(before) and before[index] is not None:
            before[index](program["model"])
        context = contexts[index]() if index < len(contexts) and contexts[index] else contextlib.nullcontext()
        with context:
            compiled(*args, **kwargs)


def measure(build: Callable[[], dict[str, Any]]) -> Facts:
    """The facts of a program over its first call and ``calls``; each part is measured on a program built anew."""
    facts = Facts()

    def backend(graph: torch.fx.GraphModule, _: object) -> Callable[..., Any]:
        facts.graphs += 1
        facts.ops += sum(node.op.startswith("call_") for node in graph.graph.nodes)
        return graph.forward

    threads = torch.get_num_threads()
    try:
        torch._dynamo.reset()
        program = build()
        with _listening(facts):
            try:
                _run(program, torch.compile(program["model"], backend=backend), all_calls=True)
            except Exception as error:
                facts.error = type(error).__name__
        torch.set_num_threads(threads)
        torch._dynamo.reset()
        program = build()
        try:
            _run(program, torch.compile(program["model"], backend="eager", fullgraph=True), all_calls=False)
            facts.fullgraph = True
        except Exception as error:
            facts.fullgraph_error = type(error).__name__
    finally:
        torch.set_num_threads(threads)
        torch._dynamo.reset()
    return facts
