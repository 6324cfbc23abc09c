"""The memory of one call, eager against compiled: the most at once, and what is kept for the backward."""

from __future__ import annotations

import contextlib
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from explorer.compat.dispatched import heard
from explorer.measure.allocations import Live, distinct_bytes, storage_key
from explorer.measure.budget import Budget
from explorer.measure.compiled_values import Generated
from explorer.measure.replay import Replay, Side
from explorer.report.memory import Memory, MemoryUse
from explorer.report.place import is_library
from explorer.tracing.environment import leaves

Line = tuple[str, int, str]
"""File, line and function."""

_COUNTED = (
    "Every tensor counts from when an operator or a kernel has made it until nothing holds it; what operators need "
    "inside while they run is not seen."
)
_BETWEEN = "Of compiled calls only what generated code makes is counted, not what Python makes between graphs."


def measure(replay: Replay, note: Callable[..., None], budget: Budget) -> None:
    """Note ``explorer.memory``: the record :class:`~explorer.report.memory.Memory` as plain data."""
    del budget  # two calls of each side
    device = _device(replay.subject.devices)
    eager, compiled = (_side(replay, side, device) for side in ("eager", "compiled"))
    notes = [_COUNTED] if device is None else []
    if device is None and len(replay.graphs) > 1:
        notes.append(_BETWEEN)
    data = msgspec.to_builtins(Memory(eager=eager, compiled=compiled, notes=tuple(notes)))
    note("memory", data | {"lines": _by_line(replay) if replay.trains else []})


def _side(replay: Replay, side: Side, device: Any) -> MemoryUse:
    saved, tensors = _saved(replay, side) if replay.trains else (None, None)
    before = _process_peak()
    peak = allocator_peak(device, lambda: replay.call(side)) if device is not None else _counted(replay, side)
    grown = None if before is None else max(0, (_process_peak() or 0) - before)
    how = None if peak is None else "tensors" if device is None else "allocator"
    return MemoryUse(saved=saved, saved_tensors=tensors, peak=peak, peak_from=how, process=grown)


def allocator_peak(device: Any, run: Callable[[], object]) -> int:
    """The most that ``run`` needs at once beyond what is there, by the count of ``device`` (such as ``torch.cuda``)."""
    device.synchronize()
    before = int(device.memory_allocated())
    device.reset_peak_memory_stats()
    run()
    device.synchronize()
    return max(0, int(device.max_memory_allocated()) - before)


def _device(devices: tuple[str, ...]) -> Any:
    """The module of the device whose allocator counts; None where none does (CPU, MPS)."""
    import torch

    modules = (getattr(torch, name, None) for name in devices if name != "cpu")
    return next((module for module in modules if hasattr(module, "reset_peak_memory_stats")), None)


def _counted(replay: Replay, side: Side) -> int | None:
    """The peak by counting tensors; None where they cannot be heard of."""
    live = Live([*replay.state.tensors, *_tensors(replay.pristine.kept)])
    if side == "eager":
        with heard(live.add) as known:
            replay.call(side)
        return live.peak if known else None
    generated = Generated(replay)
    if not generated.known:
        return None
    with contextlib.ExitStack() as stack:
        generated.watch(stack, lambda _, value: live.add(value))
        replay.call(side)
    return live.peak


def _saved(replay: Replay, side: Side) -> tuple[int, int]:
    """The bytes of activations that the autograd graph holds between the two passes, and how many tensors they are."""
    found: list[tuple[int, int]] = []
    first = replay.subject.loss

    def loss(output: Any) -> Any:
        value = first(output)
        besides = [*replay.state.tensors, *replay.arguments_in_use, *_tensors(output)]
        found.append(distinct_bytes(_held_by(value), besides=besides))
        return value

    with replay.with_loss(loss):
        replay.call(side)
    return found[0]


def _held_by(loss: Any) -> Iterator[Any]:
    """The tensors that the functions of an autograd graph keep."""
    import torch

    seen: set[Any] = set()
    todo = [getattr(loss, "grad_fn", None)]
    while todo:
        function = todo.pop()
        if function is None or function in seen:
            continue
        seen.add(function)
        todo += [following for following, _ in function.next_functions]
        names = [name for name in dir(function) if name.startswith("_saved_") and name != "_saved_self_sizes"]
        values = [getattr(function, name, None) for name in names]
        values += [getattr(function, "saved_tensors", ())]
        yield from (leaf for leaf in leaves(values) if isinstance(leaf, torch.Tensor))


def _by_line(replay: Replay) -> list[dict[str, Any]]:
    """The bytes that eager keeps of what each line of the user has made, the most first."""
    made: dict[int | None, Line | None] = {}
    kept: dict[Line | None, int] = defaultdict(int)
    first = replay.subject.loss

    def note_line(result: Any) -> None:
        line = _user_line()
        made.update((storage_key(tensor), line) for tensor in _tensors(result))

    def loss(output: Any) -> Any:
        value = first(output)
        skipped = {storage_key(each) for each in (*replay.state.tensors, *replay.arguments_in_use, *_tensors(output))}
        held = {storage_key(tensor): tensor for tensor in _held_by(value)}
        for key, tensor in held.items():
            if key not in skipped:
                kept[made.get(key)] += int(tensor.untyped_storage().nbytes())
        return value

    with replay.with_loss(loss), heard(note_line) as known:
        replay.call("eager")
    told = [{"where": _where(line), "eager": size} for line, size in kept.items()] if known else []
    return sorted(told, key=lambda each: -each["eager"])


def _where(line: Line | None) -> dict[str, Any] | None:
    return None if line is None else {"file": line[0], "line": line[1], "function": line[2]}


def _user_line() -> Line | None:
    frame = sys._getframe(2)
    while frame is not None:
        code = frame.f_code
        if not is_library(code.co_filename):
            return code.co_filename, frame.f_lineno, code.co_name
        frame = frame.f_back  # type: ignore[assignment]
    return None


def _tensors(value: Any) -> list[Any]:
    import torch

    return [leaf for leaf in leaves(value) if isinstance(leaf, torch.Tensor)]


def _process_peak() -> int | None:
    """The most memory that the process has ever held, in bytes."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
