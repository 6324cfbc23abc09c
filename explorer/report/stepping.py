"""The steps of Dynamo in full: what each one found on its stack and in its locals, and what it added.

A stage record ``steps`` holds a :class:`~explorer.report.step.Step` for each moment, and a listing ``state`` whose text
is a :class:`StepLog` as JSON. ``StepLog.steps[n]`` belongs to the record's ``steps[n]``.

How the state is kept small: each frame (a call that Dynamo follows) has a stack and locals of its own, and an entry
says only how they differ from the entry before it *in the same frame* (the first differs from nothing). The state of
step ``n`` is what its instruction *finds*, before it runs::

    for entry in log.steps[: n + 1]:                 # in order
        stack, names = frames[entry.frame]           # both empty at first
        stack = stack[: len(stack) - entry.pop] + entry.push
        names = (names without entry.gone) + entry.set

Values are numbers into ``StepLog.values``, so a value that is met again costs a few characters. The frames around the
running one are found through ``Frame.parent`` and are as they were when they called. ``nodes`` and ``guards`` are what
the step *added*; a graph as it was at step ``n`` is the nodes of all entries before it in the same attempt.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from explorer.report.base import Record
from explorer.report.document import Report, StageRecord

STAGE = "steps"
LISTING = "state"


class Frame(Record, frozen=True, kw_only=True):
    """A call that Dynamo follows. ``parent`` is the frame that made it (None: the compiled function), by number."""

    function: str
    file: str
    line: int | None = None
    parent: int | None = None
    attempt: int = 0


class Value(Record, frozen=True, kw_only=True):
    """What a variable tracker stands for.

    ``kind`` is torch's class without ``Variable`` (``Tensor, Constant, UserFunction, Null``; ``Lazy``: Dynamo has not
    looked at it yet, so there are no guards on it); ``text`` says the rest (``2``, ``function relu``, ``Linear``).
    ``shape`` counts elements, a symbolic size is its name. ``node`` is the node of the graph that makes it, ``source``
    where the program has it (``L['x']``).
    """

    kind: str
    text: str = ""
    dtype: str | None = None
    shape: tuple[int | str, ...] | None = None
    node: str | None = None
    source: str | None = None


class Added(Record, frozen=True, kw_only=True):
    """A node of the graph. ``code`` is ``torch.relu(x)``, ``inner`` says that it is in the body of another operator."""

    name: str
    code: str
    dtype: str | None = None
    shape: tuple[int | str, ...] | None = None
    inner: bool = False


class Entry(Record, frozen=True, kw_only=True):
    """One step: the frame that runs, how its stack and locals differ from its entry before, and what it added.

    ``pop`` values go off the top of the stack, then ``push`` (bottom first) come on. ``set`` maps names to values,
    ``gone`` are names without a value. ``guards`` are kind and source: ``TENSOR_MATCH L['x']``.
    """

    frame: int
    pop: int = 0
    push: tuple[int, ...] = ()
    set: dict[str, int] = {}
    gone: tuple[str, ...] = ()
    nodes: tuple[Added, ...] = ()
    guards: tuple[str, ...] = ()


class StepLog(Record, frozen=True, kw_only=True):
    """The steps of one compile, all attempts. ``left_out`` counts steps beyond the limit."""

    frames: tuple[Frame, ...] = ()
    values: tuple[Value, ...] = ()
    steps: tuple[Entry, ...] = ()
    left_out: int = 0


class FrameState(NamedTuple):
    """A frame's number, its stack (bottom first) and its locals."""

    frame: int
    stack: tuple[Value, ...]
    locals: dict[str, Value]


class State(NamedTuple):
    """What one step finds. ``frames`` are the running one and those that called it, the compiled function first.

    ``nodes`` and ``guards`` are all that the attempt had made before the step.
    """

    frames: tuple[FrameState, ...]
    nodes: tuple[Added, ...]
    guards: tuple[str, ...]


def read_log(report: Report, record: StageRecord) -> StepLog | None:
    """The log of a stage record ``steps``; None when its text is not in the report (a redacted one), or is damaged."""
    listing = next((each for each in record.listings if each.name == LISTING), None)
    text = report.texts.get(listing.text) if listing is not None else None
    try:
        log = None if text is None else msgspec.json.decode(text, type=StepLog)
    except (msgspec.DecodeError, UnicodeEncodeError):
        return None
    return log if log is not None and len(log.steps) == len(record.steps) and _is_sound(log) else None


def _is_sound(log: StepLog) -> bool:
    """Whether every number leads somewhere, and no frame is inside itself."""
    values, frames = range(len(log.values)), range(len(log.frames))
    return all(frame.parent is None or 0 <= frame.parent < number for number, frame in enumerate(log.frames)) and all(
        entry.frame in frames
        and entry.pop >= 0
        and all(value in values for value in entry.push)
        and all(value in values for value in entry.set.values())
        for entry in log.steps
    )


def state_at(log: StepLog, step: int) -> State:
    """What step ``step`` (from 0) finds. Raises ``IndexError`` when there is no such step."""
    if not 0 <= step < len(log.steps):
        raise IndexError(f"step {step} of {len(log.steps)}")
    attempt = log.frames[log.steps[step].frame].attempt
    stacks: dict[int, tuple[tuple[int, ...], dict[str, int]]] = {}
    for entry in log.steps[: step + 1]:
        stacks[entry.frame] = _after(*stacks.get(entry.frame, ((), {})), entry)
    before = [entry for entry in log.steps[:step] if log.frames[entry.frame].attempt == attempt]
    return State(
        frames=tuple(_state(log, number, *stacks.get(number, ((), {}))) for number in _around(log, step)),
        nodes=tuple(node for entry in before for node in entry.nodes),
        guards=tuple(guard for entry in before for guard in entry.guards),
    )


def walk(log: StepLog) -> Iterator[FrameState]:
    """For each step in order what its own frame holds: the states of all of them in one pass."""
    stacks: dict[int, tuple[tuple[int, ...], dict[str, int]]] = {}
    for entry in log.steps:
        stacks[entry.frame] = _after(*stacks.get(entry.frame, ((), {})), entry)
        yield _state(log, entry.frame, *stacks[entry.frame])


def depth_of(log: StepLog, frame: int) -> int:
    """How many calls are around a frame: 0 for the compiled function."""
    parent = log.frames[frame].parent
    return 0 if parent is None else 1 + depth_of(log, parent)


def _after(stack: tuple[int, ...], names: dict[str, int], entry: Entry) -> tuple[tuple[int, ...], dict[str, int]]:
    kept = {name: value for name, value in names.items() if name not in entry.gone}
    return stack[: len(stack) - entry.pop] + entry.push, kept | entry.set


def _state(log: StepLog, frame: int, stack: tuple[int, ...], names: dict[str, int]) -> FrameState:
    found = {name: log.values[value] for name, value in names.items()}
    return FrameState(frame, tuple(log.values[value] for value in stack), found)


def _around(log: StepLog, step: int) -> list[int]:
    """The frames of a step, the outermost first."""
    number: int | None = log.steps[step].frame
    found: list[int] = []
    while number is not None:
        found.append(number)
        number = log.frames[number].parent
    return found[::-1]
