"""Eager operations one by one: the graph that Dynamo captured is run node by node on what it was given in a real call.

Running the nodes leaves out the calls of modules and the program's own Python; :meth:`EagerGraph.alone` gives the time
of the operations as they follow each other without a timer between them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from explorer.compat.tensors import has_changed, writes
from explorer.measure.kernels import Invocation
from explorer.measure.marks import Marks
from explorer.tracing.environment import leaves


@dataclass
class Ops:
    """Seconds of each node of one run of a graph, by name, and of the backward of each."""

    forward: dict[str, float] = field(default_factory=dict)
    backward: dict[str, float] = field(default_factory=dict)


class EagerGraph:
    """One run of a graph, to be run again in eager. ``backward`` also runs the gradients of its outputs.

    The arguments are those of the real call, detached, and put back where the graph changes them.
    """

    def __init__(self, invocation: Invocation, marks: Marks, *, backward: bool) -> None:
        self.compile_id = invocation.graph.compile_id
        self._module, self._grad, self._marks = invocation.graph.module, invocation.grad, marks
        self._arguments = tuple(map(_detached, invocation.arguments))
        self._leaves = [each for each in leaves(self._arguments) if getattr(each, "requires_grad", False)]
        self._backward = backward and invocation.grad and bool(self._leaves)
        self._changed: list[tuple[Any, Any]] = []
        self._notice_changes()

    def timed(self) -> Ops:
        """The time of each node, and with ``backward`` that of its functions in the autograd graph, in a second run."""
        return Ops(self._run(self._marks)[0], self._run(self._marks, backward=True)[1] if self._backward else {})

    def _run(self, marks: Marks, *, backward: bool = False) -> tuple[dict[str, float], dict[str, float]]:
        """Run node by node: what lies between the marks around each node, and around each one's functions."""
        import torch

        starts: dict[str, tuple[Any, Any]] = {}
        functions = _Functions(marks)
        self._put_back()
        with torch.set_grad_enabled(self._grad):
            run = _interpreter()(self._module, marks, starts, functions.made_by if backward else None)
            output = run.run(*self._arguments)
            if backward:
                self._differentiate(output)
        marks.wait()
        return {name: marks.seconds(*both) for name, both in starts.items()}, functions.seconds()

    def alone(self) -> float:
        """The time of the forward without a timer inside."""
        import torch

        self._put_back()
        with torch.set_grad_enabled(self._grad):
            self._marks.wait()
            start = self._marks.mark()
            self._module.forward(*self._arguments)
            end = self._marks.mark()
        self._marks.wait()
        return self._marks.seconds(start, end)

    def flops(self) -> tuple[dict[str, int], dict[str, int]]:
        """The FLOPs of each node's forward and backward, as torch's counter knows them (products, convolutions)."""
        from torch.utils.flop_counter import FlopCounterMode

        with FlopCounterMode(display=False) as counter:
            both = self._run(_Count(counter.get_total_flops), backward=self._backward)
        forward, backward = ({name: int(value) for name, value in each.items()} for each in both)
        return forward, backward

    def _differentiate(self, output: Any) -> None:
        import torch

        outputs = [each for each in leaves(output) if getattr(each, "grad_fn", None) is not None]
        if outputs:
            ones = [torch.ones_like(each) for each in outputs]
            torch.autograd.grad(outputs, self._leaves, ones, allow_unused=True)

    def _notice_changes(self) -> None:
        """Run once; the tensors that this changes are put back before every run."""
        import torch

        kept = [(each, writes(each), each.detach().clone()) for each in leaves(self._arguments) if _counts(each)]
        with torch.set_grad_enabled(self._grad):
            self._module.forward(*self._arguments)
        self._changed = [(each, value) for each, version, value in kept if has_changed(each, version, value)]
        self._put_back()

    def _put_back(self) -> None:
        import torch

        with torch.no_grad():
            for tensor, value in self._changed:
                tensor.copy_(value)


class _Count:
    """Marks that count instead of telling the time."""

    cools = False

    def __init__(self, mark: Callable[[], int]) -> None:
        self.mark = mark

    def cool(self) -> None: ...
    def wait(self) -> None: ...

    def seconds(self, start: float, end: float) -> float:
        return end - start


class _Functions:
    """The functions of the autograd graph that each node made, with marks before and after each."""

    def __init__(self, marks: Marks) -> None:
        self._marks = marks
        self._owner: dict[Any, str] = {}
        self._starts: dict[Any, Any] = {}
        self._times: list[tuple[str, Any, Any]] = []

    def made_by(self, name: str, output: Any) -> None:
        """The functions behind ``output`` that no earlier node made are this node's."""
        todo = [each.grad_fn for each in leaves(output) if getattr(each, "grad_fn", None) is not None]
        while todo:
            function = todo.pop()
            if function is None or function in self._owner or hasattr(function, "variable"):
                continue
            self._owner[function] = name
            self._watch(function)
            todo += [following for following, _ in function.next_functions]

    def _watch(self, function: Any) -> None:
        def before(_: Any) -> None:
            if self._marks.cools:
                self._marks.cool()
            self._starts[function] = self._marks.mark()

        def after(*_: Any) -> None:
            self._times.append((self._owner[function], self._starts[function], self._marks.mark()))

        function.register_prehook(before)
        function.register_hook(after)

    def seconds(self) -> dict[str, float]:
        """What the functions of each node took."""
        found: dict[str, float] = {}
        for name, start, end in self._times:
            found[name] = found.get(name, 0.0) + self._marks.seconds(start, end)
        return found


@functools.cache
def _interpreter() -> Any:
    import torch

    class Timing(torch.fx.Interpreter):  # type: ignore[misc]
        """Runs a graph with marks around each node; ``told(name, output)`` hears of each one's output."""

        def __init__(
            self, module: Any, marks: Marks, starts: dict[str, tuple[Any, Any]], told: Callable[[str, Any], None] | None
        ) -> None:
            super().__init__(module)
            self._marks, self._starts, self._told = marks, starts, told

        def run_node(self, node: Any) -> Any:
            args, kwargs = self.fetch_args_kwargs_from_env(node)
            method = getattr(self, node.op)
            if node.op not in ("call_function", "call_method", "call_module"):
                return method(node.target, args, kwargs)
            marks = self._marks
            if marks.cools:
                marks.cool()
            start = marks.mark()
            output = method(node.target, args, kwargs)
            self._starts[node.name] = (start, marks.mark())
            if self._told is not None:
                self._told(node.name, output)
            return output

    return Timing


def _detached(value: Any) -> Any:
    import torch

    if not isinstance(value, torch.Tensor) or value.is_inference():
        return value
    return value.detach().requires_grad_(value.requires_grad)


def _counts(value: Any) -> bool:
    """Whether a value is a tensor that counts its changes."""
    import torch

    return isinstance(value, torch.Tensor) and not value.is_inference()
