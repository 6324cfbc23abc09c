"""The user's world: random numbers, gradients, buffers and grad mode, saved before and put back afterwards.

What Dynamo keeps is in ``compat/eval_frame.py``, ``pgo.py`` and ``counters.py``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable
from typing import Any

from explorer.compat.tensors import buffers_of, has_changed, writes

Undo = Callable[[], None]


def save_random() -> Undo:
    """Python's, torch's (CPU and every started accelerator) and, when it is loaded, NumPy's generators."""
    import torch

    undo: list[Undo] = []
    python = random.getstate()
    undo.append(lambda: random.setstate(python))
    cpu = torch.get_rng_state()
    undo.append(lambda: torch.set_rng_state(cpu))
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        cuda = torch.cuda.get_rng_state_all()
        undo.append(lambda: torch.cuda.set_rng_state_all(cuda))
    if torch.backends.mps.is_available():
        mps = torch.mps.get_rng_state()
        undo.append(lambda: torch.mps.set_rng_state(mps))
    numpy = sys.modules.get("numpy")
    if numpy is not None and hasattr(numpy, "random"):
        state = numpy.random.get_state()
        undo.append(lambda: numpy.random.set_state(state))
    return lambda: run_all(undo)


def random_numbers() -> tuple[bytes, ...]:
    """Where torch's generators stand, to see whether anything is drawn: the CPU's and those of started GPUs."""
    import torch

    states = [torch.get_rng_state()]
    if torch.cuda.is_available() and torch.cuda.is_initialized():
        states += torch.cuda.get_rng_state_all()
    return tuple(state.numpy().tobytes() for state in states)


def save_modes() -> Undo:
    """Grad mode, default dtype, the number of threads and the warning filters."""
    import warnings

    import torch

    grad = torch.is_grad_enabled()
    dtype = torch.get_default_dtype()
    threads = torch.get_num_threads()
    filters = warnings.filters[:]

    def undo() -> None:
        torch.set_grad_enabled(grad)
        if torch.get_default_dtype() != dtype:
            torch.set_default_dtype(dtype)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        if warnings.filters != filters:
            warnings.filters[:] = filters  # type: ignore[index]

    return undo


def save_buffers(model: Any) -> Undo:
    """The buffers of a module (or of the module that a method belongs to), written back only when they changed.

    Costs a copy of the buffers while the exploration runs. Parameters are not copied: a forward that writes to its
    parameters keeps its writes.
    """
    import torch

    owner = model if isinstance(model, torch.nn.Module) else getattr(model, "__self__", None)
    if not isinstance(owner, torch.nn.Module):
        return lambda: None
    with torch.no_grad():
        kept = [(name, buffer) for name, buffer in owner.named_buffers() if _plain(buffer)]
        saved = [(name, buffer, writes(buffer), buffer.clone()) for name, buffer in kept]

    def undo() -> None:
        with torch.no_grad():
            for name, buffer, version, value in saved:
                if has_changed(buffer, version, value):
                    buffer.copy_(value)
                holder, _, last = name.rpartition(".")
                table = buffers_of(owner.get_submodule(holder))
                if table.get(last) is not buffer:
                    table[last] = buffer

    return undo


def _plain(tensor: Any) -> bool:
    """Whether a tensor counts its changes: an inference tensor does not, and has no version to compare."""
    return not tensor.is_inference() and tensor.device.type != "meta"


class Gradients:
    """The ``.grad`` of every leaf that a backward is about to write to, put back as it was."""

    def __init__(self) -> None:
        self._saved: dict[int, tuple[Any, Any]] = {}

    def save(self, output: Any) -> None:
        """Note the leaves of ``output``'s autograd graph. Gradients that exist are copied: backward adds in place."""
        for leaf in leaves_behind(output):
            if id(leaf) not in self._saved:
                self._saved[id(leaf)] = (leaf, None if leaf.grad is None else leaf.grad.detach().clone())

    def restore(self) -> None:
        """Put the gradients back."""
        import torch

        for leaf, value in self._saved.values():
            if value is None or leaf.grad is None:
                leaf.grad = value
            else:
                with torch.no_grad():
                    leaf.grad.copy_(value)


def leaves_behind(output: Any) -> Iterable[Any]:
    """The leaf tensors that a backward of ``output`` writes gradients to, found in the autograd graph."""
    found: dict[int, Any] = {}
    seen: set[Any] = set()
    todo = [output.grad_fn] if getattr(output, "grad_fn", None) is not None else []
    while todo:
        function = todo.pop()
        if function is None or function in seen:
            continue
        seen.add(function)
        variable = getattr(function, "variable", None)
        if variable is not None:
            found[id(variable)] = variable
        todo += [following for following, _ in function.next_functions]
    return found.values()


def run_all(actions: Iterable[Undo]) -> None:
    """Run every action, also when one fails; the first error is raised at the end."""
    first: BaseException | None = None
    for action in actions:
        try:
            action()
        except BaseException as error:
            first = first or error
    if first is not None:
        raise first
