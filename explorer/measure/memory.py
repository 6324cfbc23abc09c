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

_CHECKPOINT = "What activation checkpoints keep by themselves in eager is not counted."


def measure(replay: Replay, note: Callable[..., None], budget: Budget) -> None:
    """Note ``explorer.memory``: the record :class:`~explorer.report.memory.Memory` as plain data."""
    del budget  # two calls of each side
    device = _device(replay.subject.devices)
    saved, lines = _packed(replay) if replay.trains else (None, [])
    eager = _side(replay, "eager", device, saved)
    compiled = _side(replay, "compiled", device, _saved(replay) if replay.trains else None)
    data = msgspec.to_builtins(Memory(eager=eager, compiled=compiled, notes=tuple(_notes(replay, device))))
    note("memory", data | {"lines": lines})


def _notes(replay: Replay, device: Any) -> Iterator[str]:
    if device is None:
        yield _COUNTED
        if len(replay.graphs) > 1:
            yield _BETWEEN
    targets = (str(node.target) for each in replay.graphs for node in each.module.graph.nodes)
    if replay.trains and any("checkpoint" in target for target in targets):
        yield _CHECKPOINT


def _side(replay: Replay, side: Side, device: Any, saved: tuple[int, int] | None) -> MemoryUse:
    before = _process_peak()
    peak = allocator_peak(device, lambda: replay.call(side)) if device is not None else _counted(replay, side)
    grown = None if before is None else max(0, (_process_peak() or 0) - before)
    how = None if peak is None else "tensors" if device is None else "allocator"
    size, tensors = saved or (None, None)
    return MemoryUse(saved=size, saved_tensors=tensors, peak=peak, peak_from=how, process=grown)


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
        return live.peak if known and not live.unseen else None
    generated = Generated(replay)
    if not generated.known:
        return None
    with contextlib.ExitStack() as stack:
        generated.watch(stack, lambda _, value: live.add(value))
        replay.call(side)
    return live.peak


def _saved(replay: Replay) -> tuple[int, int] | None:
    """The bytes of activations that compiled code keeps between the two passes, and how many tensors they are.

    None where looking at them fails, as at those of a checkpoint that Python runs between graphs.
    """
    found: list[tuple[int, int]] = []
    first = replay.subject.loss

    def loss(output: Any) -> Any:
        value = first(output)
        besides = [*replay.state.tensors, *replay.arguments_in_use, *_tensors(output)]
        with contextlib.suppress(RuntimeError):
            found.append(distinct_bytes(_held_by(value), besides=besides))
        return value

    with contextlib.suppress(RuntimeError), replay.with_loss(loss):
        replay.call("compiled")
    return found[0] if found else None


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


def _packed(replay: Replay) -> tuple[tuple[int, int], list[dict[str, Any]]]:
    """What eager keeps for the backward, as autograd packs it: bytes and tensors, and by the line that made them."""
    import torch

    watch = _Packing()
    first = replay.subject.loss

    def loss(output: Any) -> Any:
        value = first(output)
        watch.end(besides=[*replay.state.tensors, *replay.arguments_in_use, *_tensors(output)])
        return value

    hooks = torch.autograd.graph.saved_tensors_hooks(watch.pack, lambda tensor: tensor)
    with replay.with_loss(loss), heard(watch.made), hooks:
        replay.call("eager")
    told = [{"where": _where(line), "eager": size} for line, size in watch.lines.items()]
    return watch.total, sorted(told, key=lambda each: -each["eager"])


class _Packing:
    """The tensors that autograd packs until :meth:`end`, and the lines that made them."""

    def __init__(self) -> None:
        self._made: dict[int | None, Line | None] = {}
        self._packed: list[Any] | None = []
        self.total = (0, 0)
        self.lines: dict[Line | None, int] = defaultdict(int)

    def made(self, result: Any) -> None:
        line = _user_line()
        self._made.update((storage_key(tensor), line) for tensor in _tensors(result))

    def pack(self, tensor: Any) -> Any:
        if self._packed is not None:
            self._packed.append(tensor)
        return tensor

    def end(self, *, besides: list[Any]) -> None:
        """The forward and the loss are over: sum up, without the storages of ``besides``."""
        packed, self._packed = self._packed or [], None
        self.total = distinct_bytes(packed, besides=besides)
        skipped = {storage_key(each) for each in besides}
        for key, tensor in {storage_key(tensor): tensor for tensor in packed}.items():
            if key not in skipped:
                self.lines[self._made.get(key)] += int(tensor.untyped_storage().nbytes())


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
