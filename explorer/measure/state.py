"""What a call of the program may change besides its arguments, and putting it back.

Looked for where the program can reach it: the modules and optimizers that a function closes over or names, the module
of a method, modules among the arguments; the variables that the user's functions name; random numbers and modes of the
process.
"""

from __future__ import annotations

import copy
import functools
import random
import sys
import types
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from explorer.compat.tensors import buffers_of, writes
from explorer.measure.arguments import same
from explorer.report.place import is_library
from explorer.tracing.environment import leaves
from explorer.tracing.world import run_all, save_modes, save_random

LARGE = 256 * 2**20
"""Bytes: the parameters of a larger model are copied only where an optimizer is in reach, which would change them."""

_PLAIN = (bool, int, float, complex, str, bytes, type(None), list, dict, set, tuple)


@dataclass
class Entry:
    """One thing: what people call it, whether it is not as it was, and how to put it back."""

    name: str
    changed: Callable[[], bool]
    restore: Callable[[], None]


class State:
    """Everything in reach of ``program`` and ``values`` (its arguments, an optimizer's step), as it is now."""

    def __init__(self, program: Any, *values: Any) -> None:
        walked = list(_walk(program, *values))
        found = list(reachable(program, *values))
        self._functions = [each for each in walked if isinstance(each, types.FunctionType)]
        self.modules = [each for each in found if _is_module(each)]
        self.optimizers = [each for each in found if _is_optimizer(each)]
        self._entries = list(self._all())
        self._volatile: dict[int, Entry] = {}

    @property
    def tensors(self) -> list[Any]:
        """The parameters and buffers in reach, each once."""
        return list({id(tensor): tensor for _, tensor in self.named_tensors()}.values())

    def named_tensors(self) -> Iterator[tuple[str, Any]]:
        """Parameters and buffers with their paths."""
        for module in self.modules:
            yield from module.named_parameters()
            yield from module.named_buffers()

    def parameters(self) -> dict[str, Any]:
        """The parameters in reach by path; those of a second module are numbered."""
        found: dict[str, Any] = {}
        for number, module in enumerate(self.modules):
            for name, parameter in module.named_parameters():
                found[f"{number}.{name}" if number else name] = parameter
        return found

    def notice(self) -> list[str]:
        """Remember what has changed by now: :meth:`reset` puts that back. Returns the names of what is new."""
        new = [entry for entry in self._entries if id(entry) not in self._volatile and entry.changed()]
        self._volatile |= {id(entry): entry for entry in new}
        return [entry.name for entry in new]

    @property
    def changes(self) -> list[str]:
        """The names of what calls of this program change."""
        return [entry.name for entry in self._volatile.values()]

    def reset(self) -> None:
        """Put back what calls of this program change."""
        run_all(entry.restore for entry in self._volatile.values())

    def restore(self) -> None:
        """Put everything back."""
        run_all(entry.restore for entry in self._entries)

    def _all(self) -> Iterator[Entry]:
        total = sum(_bytes(parameter) for module in self.modules for parameter in module.parameters())
        copied = total < LARGE or bool(self.optimizers)
        for name, tensor in {id(tensor): (name, tensor) for name, tensor in self.named_tensors()}.values():
            is_parameter = _is_parameter(tensor)
            if copied or not is_parameter:
                yield _tensor(name, tensor)
            if is_parameter:
                yield _gradient(name, tensor)
        for module in self.modules:
            for path, each in module.named_modules():
                yield from _attributes(path, each)
        yield from (_optimizer(optimizer) for optimizer in self.optimizers)
        forwards = (getattr(type(each), "forward", None) for module in self.modules for each in module.modules())
        functions = (each for each in (*self._functions, *forwards) if isinstance(each, types.FunctionType))
        yield from _variables({id(each): each for each in functions}.values())
        yield _random()
        yield _modes()


def reachable(*values: Any) -> Iterator[Any]:
    """The modules (outermost alone) and optimizers that these values lead to: see the module's docstring."""
    found = {id(value): value for value in _walk(*values) if _is_module(value) or _is_optimizer(value)}
    inner = {id(module) for each in found.values() if _is_module(each) for module in list(each.modules())[1:]}
    yield from (value for value in reversed(found.values()) if id(value) not in inner)


def _walk(*values: Any) -> Iterator[Any]:
    """These values and all that they lead to, each once."""
    seen: dict[int, Any] = {}  # the values too, so that no id is used again
    todo = list(values)
    while todo:
        value = todo.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        yield value
        todo += _behind(value)


def _behind(value: Any) -> Iterable[Any]:
    if isinstance(value, types.MethodType):
        return (value.__self__, value.__func__)
    if isinstance(value, types.FunctionType):
        cells = [_content(cell) for cell in value.__closure__ or ()]
        named = [value.__globals__.get(name) for name in value.__code__.co_names]
        return [
            each for each in (*cells, *named, *(value.__defaults__ or ())) if not isinstance(each, types.ModuleType)
        ]
    if isinstance(value, list | tuple | dict):
        return leaves(value)
    wrapped = getattr(value, "__wrapped__", None) or getattr(value, "func", None)
    return () if wrapped is None or _is_module(value) or isinstance(value, type) else (wrapped,)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # not filled yet
        return None


def _tensor(name: str, tensor: Any) -> Entry:
    import torch

    kept = tensor.detach().clone()
    written = writes(tensor)

    def restore() -> None:
        if written is None or writes(tensor) != written or not same(tensor.detach(), kept):
            with torch.no_grad():
                tensor.copy_(kept)

    return Entry(name, lambda: not same(tensor.detach(), kept), restore)


def _gradient(name: str, parameter: Any) -> Entry:
    kept = None if parameter.grad is None else parameter.grad.detach().clone()
    first = parameter.grad

    def restore() -> None:
        import torch

        if first is not None:
            with torch.no_grad():
                first.copy_(kept)
        parameter.grad = first

    def changed() -> bool:
        return parameter.grad is not first or (first is not None and not same(first.detach(), kept))

    return Entry(f"{name}.grad", changed, restore)


def _attributes(path: str, module: Any) -> Iterator[Entry]:
    """The plain attributes of one module (counters, lists, cached tensors), and which tensor each buffer is."""
    import torch

    known = set(vars(module))

    def added() -> list[str]:
        return [name for name in vars(module) if name not in known]

    def remove() -> None:
        for name in added():
            del vars(module)[name]

    yield Entry(f"new attributes of {path or type(module).__name__}", lambda: bool(added()), remove)
    buffers = buffers_of(module)
    for name, buffer in buffers.items():
        yield _slot(f"{path}.{name}".strip("."), buffers, name, buffer)
    for name, value in vars(module).items():
        if name.startswith("_") and name in vars(torch.nn.Module()):
            continue
        if isinstance(value, (torch.Tensor, *_PLAIN)):
            yield _slot(f"{path}.{name}".strip("."), vars(module), name, value)


def _variables(functions: Iterable[types.FunctionType]) -> Iterator[Entry]:
    """The numbers, texts and containers that functions of the user name: globals, and what they close over."""
    seen: set[tuple[int, str]] = set()
    for function in functions:
        code, names = function.__code__, function.__globals__
        if is_library(code.co_filename):
            continue
        for name in code.co_names:
            if isinstance(names.get(name), _PLAIN) and (id(names), name) not in seen:
                seen.add((id(names), name))
                yield _variable(name, functools.partial(names.get, name), functools.partial(names.__setitem__, name))
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=False):
            if isinstance(_content(cell), _PLAIN) and (id(cell), "") not in seen:
                seen.add((id(cell), ""))
                fill = functools.partial(setattr, cell, "cell_contents")
                yield _variable(name, functools.partial(_content, cell), fill)


def _variable(name: str, get: Callable[[], Any], put: Callable[[Any], None]) -> Entry:
    """One variable. Of a container what it holds is remembered, not copied: it may be large and is none of ours."""
    value = get()
    held = list(value.items()) if isinstance(value, dict) else list(value) if isinstance(value, list | set) else None

    def now() -> list[Any]:
        return list(value.items()) if isinstance(value, dict) else list(value)

    def refilled() -> bool:
        return held is not None and not (len(value) == len(held) and all(map(_alike, now(), held)))

    def restore() -> None:
        if get() is not value:
            put(value)
        if refilled():
            _refill_with(value, held)

    return Entry(name, lambda: get() is not value or refilled(), restore)


def _alike(one: Any, other: Any) -> bool:
    """The very same value; a dict's item is a pair of them."""
    pair = isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other)
    return one is other or (pair and all(a is b for a, b in zip(one, other, strict=True)))


def _refill_with(value: Any, held: Any) -> None:
    if isinstance(value, list):
        value[:] = held
    else:
        value.clear()
        value.update(held)


def _slot(name: str, owner: dict[str, Any], key: str, value: Any) -> Entry:
    try:
        kept = value if isinstance(value, _PLAIN[:7]) else copy.deepcopy(value)
    except Exception:  # what cannot be copied stays as calls leave it
        return Entry(name, lambda: owner.get(key) is not value, lambda: owner.__setitem__(key, value))

    def restore() -> None:
        owner[key] = value
        if value is kept or same(value, kept):
            return
        _refill(value, kept)

    return Entry(name, lambda: owner.get(key) is not value or not same(value, kept), restore)


def _refill(value: Any, kept: Any) -> None:
    """Give a container or tensor its first content again, the object itself staying the same."""
    import torch

    if isinstance(value, torch.Tensor):
        if value.shape == kept.shape:
            with torch.no_grad():
                value.copy_(kept)
        return
    again = copy.deepcopy(kept)
    if isinstance(value, list):
        value[:] = again
    elif isinstance(value, dict | set):
        value.clear()
        value.update(again)


def _optimizer(optimizer: Any) -> Entry:
    kept = copy.deepcopy(optimizer.state_dict())

    def changed() -> bool:
        return not same(optimizer.state_dict(), kept)

    def restore() -> None:
        if changed():
            optimizer.load_state_dict(copy.deepcopy(kept))

    return Entry(f"{type(optimizer).__name__}'s state", changed, restore)


def _random() -> Entry:
    before = _random_state()
    return Entry("random numbers", lambda: not same(_random_state(), before), save_random())


def _random_state() -> tuple[Any, ...]:
    import torch

    numpy = sys.modules.get("numpy")
    legacy = tuple(numpy.random.get_state()[1:]) if numpy is not None and hasattr(numpy, "random") else ()
    device = torch.cuda.get_rng_state_all() if torch.cuda.is_available() and torch.cuda.is_initialized() else []
    return (random.getstate(), torch.get_rng_state(), device, [str(each) for each in legacy])


def _modes() -> Entry:
    import torch

    def modes() -> tuple[Any, ...]:
        return (torch.is_grad_enabled(), torch.get_default_dtype(), torch.get_num_threads(), *_autocast())

    before, undo, autocast = modes(), save_modes(), _autocast()

    def restore() -> None:
        undo()
        for device, enabled, dtype in autocast:
            torch.set_autocast_enabled(device, enabled)
            torch.set_autocast_dtype(device, dtype)

    return Entry("modes of the process", lambda: modes() != before, restore)


def _autocast() -> list[tuple[str, bool, Any]]:
    import torch

    devices = ("cpu", *(("cuda",) if torch.cuda.is_available() else ()))
    return [(device, torch.is_autocast_enabled(device), torch.get_autocast_dtype(device)) for device in devices]


def _bytes(tensor: Any) -> int:
    return int(tensor.numel() * tensor.element_size())


def _is_parameter(value: Any) -> bool:
    import torch

    return isinstance(value, torch.nn.Parameter)


def _is_module(value: Any) -> bool:
    import torch

    return isinstance(value, torch.nn.Module)


def _is_optimizer(value: Any) -> bool:
    import torch

    return isinstance(value, torch.optim.Optimizer)
