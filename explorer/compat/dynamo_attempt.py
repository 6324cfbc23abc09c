"""One attempt of Dynamo at a function: its steps, the frames that it follows, what it makes on the way."""

from __future__ import annotations

import dis
import itertools
import types
from collections.abc import Callable
from typing import Any

from explorer.compat.compile_id import current
from explorer.compat.dynamo_values import Values, tensor_facts
from explorer.compat.fx_code import Written, code_of, cut

LONGEST = 2_000
"""A reason is cut after so many characters."""

MOST_GUARDS = 200
"""So many guards of one step are told in words; the others are counted."""

Step = dict[str, Any]


class Attempt:
    """The steps of one translator and those that it makes for the calls inside.

    ``take()`` says whether one more step is kept. ``words`` holds the arguments of instructions as ``dis`` writes
    them, by code and offset.
    """

    def __init__(self, translator: Any, take: Callable[[], bool], words: dict[types.CodeType, dict[int, str]]) -> None:
        self.compile_id = current()
        self.closed = False
        self._output = translator.output
        self._root = translator.output.root_tx
        self._take, self._words = take, words
        self._values = Values()
        self._frames: list[dict[str, Any]] = []
        self._numbers: dict[int, int] = {}
        self._translators: list[Any] = []
        self._states: list[tuple[list[int], dict[str, int]]] = []
        self._steps: list[Step] = []
        self._open: list[Step | None] = []
        self._made: list[tuple[Any, Written, bool]] = []
        self._guards = self._sizes = 0
        self._left_out = 0
        self._seen: BaseException | None = None
        self._kept: set[str] | None = None

    def is_of(self, translator: Any) -> bool:
        """Whether ``translator`` belongs to this attempt."""
        return translator.output is self._output

    def begin(self, translator: Any) -> None:
        """An instruction is about to run: what does it find?"""
        self._collect()
        pointer = translator.instruction_pointer
        step = None
        if pointer is not None:
            if self._take():
                step = self._instruction(translator, translator.instructions[pointer])
                self._steps.append(step)
            else:
                self._left_out += 1
        self._open.append(step)

    def end(self, translator: Any, error: BaseException | None) -> None:
        """The instruction has run, or raised ``error``."""
        self._collect()
        self._open.pop()
        if error is not None and error is not self._seen:
            self._seen = error
            self._moment(translator, *_raised(error))

    def broke(self, translator: Any, error: Any) -> None:
        """Dynamo decides for a graph break where ``translator`` is."""
        self._seen = error
        self._moment(translator, "break", error)

    def compiled(self, reason: str) -> None:
        """The graph ends, for ``reason`` of torch (``return_value``), and was handed to the backend."""
        self._moment(self._root, "graph", reason)

    def made(self, node: Any, *, inner: bool) -> None:
        """A node was added to the graph, or to that of a body (``inner``)."""
        self._made.append((node, code_of(node), inner))

    def speculated(self, *, failed: bool) -> None:
        """Dynamo may go back to this instruction, or it did: in the attempt before a break came after it."""
        if self._open and self._open[-1] is not None:
            self._open[-1]["speculation"] = "failed" if failed else "noted"

    def kept(self, names: set[str]) -> None:
        """The graph is complete: the nodes that are in it."""
        self._collect()
        self._kept = names
        self._freeze()

    def close(self) -> None:
        """The attempt has ended. What was held of torch is let go."""
        self._freeze()
        self.closed = True
        self._translators.clear()
        self._values.forget()
        self._made.clear()

    def told(self) -> dict[str, Any]:
        """The attempt as data (see :class:`~explorer.compat.dynamo_steps.StepWatch`)."""
        if not self.closed:
            self.close()
        return {
            "frames": self._frames,
            "values": self._values.table,
            "steps": self._steps,
            "kept": sorted(self._kept) if self._kept is not None else None,
            "left_out": self._left_out,
        }

    def _instruction(self, translator: Any, instruction: Any) -> Step:
        number = self._frame(translator)
        step: Step = {"name": instruction.opname, "frame": number, "offset": instruction.offset}
        step["argument"] = cut(self._argument(translator.f_code, instruction), LONGEST)
        positions = instruction.positions
        step["at"] = None if positions is None else tuple(positions)
        if step["at"] is None or step["at"][0] is None:
            step["at"] = (translator.lineno, None, None, None)
        return step | self._difference(number, translator)

    def _argument(self, code: types.CodeType, instruction: Any) -> str:
        """The argument as ``dis`` writes it (``NULL + print``), or its number."""
        if code not in self._words:
            self._words[code] = {each.offset: each.argrepr for each in dis.get_instructions(code)}
        words = self._words[code].get(instruction.offset)
        return words or ("" if instruction.arg is None else str(instruction.arg))

    def _frame(self, translator: Any) -> int:
        if id(translator) in self._numbers:
            return self._numbers[id(translator)]
        code, parent = translator.f_code, getattr(translator, "parent", None)
        frame = {
            "name": getattr(code, "co_qualname", code.co_name),
            "filename": code.co_filename,
            "line": code.co_firstlineno,
            "parent": None if parent is None else self._frame(parent),
        }
        self._numbers[id(translator)] = len(self._frames)
        self._translators.append(translator)  # its id stays its own
        self._frames.append(frame)
        self._states.append(([], {}))
        return len(self._frames) - 1

    def _difference(self, number: int, translator: Any) -> Step:
        """How stack and locals differ from those at the step before in this frame."""
        stack = [self._values.number(tracker) for tracker in translator.stack]
        names = {name: self._values.number(tracker) for name, tracker in translator.symbolic_locals.items()}
        old_stack, old_names = self._states[number]
        self._states[number] = stack, names
        same = 0
        for one, other in zip(old_stack, stack, strict=False):
            if one != other:
                break
            same += 1
        found = {
            "pop": len(old_stack) - same,
            "push": stack[same:],
            "set": {name: value for name, value in names.items() if old_names.get(name) != value},
            "gone": [name for name in old_names if name not in names],
        }
        return {name: value for name, value in found.items() if value}

    def _moment(self, translator: Any, name: str, reason: Any) -> None:
        """A step that is no instruction: a break, a restart, the end of a graph."""
        if self._left_out or not self._take():
            self._left_out += 1
            return
        words = (str(reason) or type(reason).__name__).strip()
        number = self._numbers.get(id(translator), 0)
        at = next((step["at"] for step in reversed(self._steps) if step["frame"] == number), None)
        gb_type = getattr(reason, "gb_type", None)
        self._steps.append(
            {"name": name, "frame": number, "at": at, "argument": cut(words, LONGEST), "gb_type": gb_type}
        )

    def _collect(self) -> None:
        """What was added since belongs to the instruction that runs."""
        if not self._open:
            return
        step = self._open[-1]
        if self._made and step is not None:
            step.setdefault("nodes", []).extend(self._made)
        self._made = []
        guards = self._output.guards
        more, known = len(guards), self._guards
        if more > known and step is not None:
            added = itertools.islice(iter(guards), known, None)
            self._guarded(step, [_guard_words(guard) for guard in added])
        self._guards = more
        sizes = self._output.shape_env.guards
        if len(sizes) > self._sizes and step is not None:
            self._guarded(step, [f"SHAPE_ENV {guard.expr}" for guard in sizes[self._sizes :]])
        self._sizes = len(sizes)

    def _guarded(self, step: Step, guards: list[str]) -> None:
        told = step.setdefault("guards", [])
        step["guard_count"] = step.get("guard_count", 0) + len(guards)
        told += [cut(guard, LONGEST) for guard in guards[: max(0, MOST_GUARDS - len(told))]]
        if step["guard_count"] > MOST_GUARDS:
            told[MOST_GUARDS:] = [f"… {step['guard_count'] - MOST_GUARDS} more"]

    def _freeze(self) -> None:
        """Nodes as words: until now Dynamo renamed them after variables, and from here on passes take them apart."""
        self._values.freeze()
        for step in self._steps:
            for at, made in enumerate(step.get("nodes", ())):
                if not isinstance(made, dict):
                    node, code, inner = made
                    step["nodes"][at] = {"name": node.name, "code": code(), "inner": inner, **tensor_facts(node)}


def _raised(error: BaseException) -> tuple[str, Any]:
    """What an exception that leaves an instruction means: the name of the moment, and the reason."""
    names = {each.__name__ for each in type(error).__mro__}
    if "RestartAnalysis" in names:
        return "restart", getattr(error, "restart_reason", None) or error
    if "SkipFrame" in names:
        return "skip", error
    if "Unsupported" in names:
        return "stop", error
    return ("raise" if "ObservedException" in names else "error"), f"{type(error).__name__}: {error}"


def _guard_words(guard: Any) -> str:
    try:
        kind = guard.create_fn_name()
    except Exception:
        kind = type(guard).__name__
    return f"{kind} {guard.name}".strip()
