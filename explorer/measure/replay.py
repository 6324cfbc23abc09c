"""The explored call again, eager or compiled, any number of times, each time with the same inputs and state."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from explorer.compat.bytecode import listen
from explorer.compat.installed import CompiledGraph
from explorer.measure.arguments import Arguments, Pristine, same
from explorer.measure.clock import Clock
from explorer.measure.errors import CannotReplay
from explorer.measure.quiet import Quiet
from explorer.measure.state import State
from explorer.tracing.environment import leaves
from explorer.tracing.event import Event

Side = Literal["eager", "compiled"]

CHUNKS = 8
"""Into so many parts calls that follow each other are timed, where the clock waits for no device."""

PARTS = ("forward", "backward", "step")
"""What is timed apart in one call; the loss belongs to the backward."""


@dataclass
class Subject:
    """The explored call: see :func:`explorer.explain` for the fields. ``model`` is what runs in eager.

    ``compiler(backend)`` compiles it with another backend, or with its own when that is None; ``backend`` is the name
    of its own.
    """

    model: Callable[..., Any]
    args: Sequence[Any]
    kwargs: Mapping[str, Any]
    context: Callable[[], Any] = contextlib.nullcontext
    train: bool = False
    loss: Callable[[Any], Any] = lambda output: output
    step: Callable[[], Any] | None = None
    devices: tuple[str, ...] = ("cpu",)
    compiler: Callable[..., Any] | None = None
    backend: str = ""


@dataclass
class Outcome:
    """What one call made. ``gradients`` are by parameter path and ``argument 1``; ``arguments`` are as it left them.

    ``seconds`` are those of each part that ran, by the names in :data:`PARTS`.
    """

    output: Any
    arguments: Arguments
    gradients: dict[str, Any]
    seconds: dict[str, float]


class Replay:
    """Made before the explored call, so that every later one starts from the same state; see :meth:`ready`.

    ``graphs`` are those that Dynamo made in the explored call, ``events`` gives what was traced so far.

    Raises ``CannotReplay`` when the program cannot be run again.
    """

    def __init__(self, subject: Subject, *, events: Callable[[], Sequence[Event]] = tuple) -> None:
        self.subject = subject
        self.state = self._state()
        self.pristine = Pristine(subject.args, subject.kwargs, shared=self.state.tensors)
        self.clock = Clock(subject.devices)
        self.quiet = Quiet()
        self.graphs: list[CompiledGraph] = []
        self.events = events
        self.compiles = 0
        self._compiled: Callable[..., Any] | None = None
        self._copy: Arguments | None = None
        self._reuses = False
        self.repeats = True

    @property
    def runs_again(self) -> bool:
        """Whether calls change nothing, so that many may follow each other without anything being put back."""
        return self._reuses and not self.state.changes and not self.subject.train

    @property
    def trains(self) -> bool:
        """Whether a backward follows each call."""
        return self.subject.train

    @property
    def first_call(self) -> float | None:
        """The seconds of the explored call itself, compiling and all, its backward too."""
        ends = (each.data for each in self.events() if each.kind == "explorer.call" and each.data["when"] == "end")
        return next((float(data["seconds"]) for data in ends if data["index"] == 0), None)

    @contextlib.contextmanager
    def ready(self, compiled: Callable[..., Any], patience: float = math.inf) -> Iterator[None]:
        """Ready to call in the body: what a call changes is known. ``compiled`` is the compiled program, warm.

        Afterwards all is as the explored call has left it, so that a further call goes on from there: gradients,
        buffers, parameters, attributes, optimizers, random numbers, modes.

        Raises ``CannotReplay`` when the program fails in a second call, or when the calls that tell what it changes
        would take longer than ``patience`` seconds.
        """
        self._compiled = compiled
        deaf = listen(self._noticed, resumed=True)
        after = self._state()
        try:
            self._explore(patience)
            yield
        finally:
            deaf()
            self._copy = None
            after.restore()

    def function(self, side: Side) -> Callable[..., Any]:
        """What is called on one side."""
        if side == "eager":
            return self.subject.model
        assert self._compiled is not None
        return self._compiled

    def call(
        self,
        side: Side,
        function: Callable[..., Any] | None = None,
        *,
        convert: Callable[[Arguments], Arguments] | None = None,
    ) -> Outcome:
        """One call, from the first state, which it is free to change. ``function`` is called in place of that side's.

        ``convert`` makes other arguments of the copies. What the program raises goes through.
        """
        self.state.reset()
        arguments = self.pristine.fresh() if self._copy is None or not self._reuses or convert else self._copy
        if convert is None:
            self._copy = arguments
        else:
            arguments = convert(arguments)
        self._forget_gradients(arguments)
        seconds: dict[str, float] = {}
        with self.quiet:
            output = self._run(self.function(side) if function is None else function, arguments, seconds)
        gradients = self._gradients(arguments) if self.subject.train else {}
        return Outcome(output, arguments, gradients, seconds)

    def seconds(self, side: Side, calls: int = 1, function: Callable[..., Any] | None = None) -> dict[str, float]:
        """The time that ``calls`` calls take, all together, by part. ``function`` is called in place of that side's.

        Where calls change nothing they follow each other, in a few chunks; else each starts from the first state, put
        back untimed. The chunk, or call, in the middle stands for all: what interrupts one of them is not theirs.
        """
        function = self.function(side) if function is None else function
        if not self.runs_again or self._copy is None:
            took = sorted(
                (self.call(side, function).seconds for _ in range(calls)), key=lambda each: sum(each.values())
            )
            return {part: seconds * calls for part, seconds in took[calls // 2].items()}
        (args, kwargs), clock = self._copy, self.clock
        chunks = 1 if clock.synchronizes else min(CHUNKS, calls)
        inside = calls // chunks
        times = []
        with self.quiet, self.subject.context():
            for _ in range(chunks):
                start = clock.now()
                for _ in range(inside):
                    function(*args, **kwargs)
                times.append((clock.now() - start) / inside)
        return {"forward": sorted(times)[chunks // 2] * calls}

    @property
    def arguments_in_use(self) -> list[Any]:
        """The tensors among the arguments of the call that runs, or ran last."""
        import torch

        return [leaf for leaf in leaves(self._copy or ()) if isinstance(leaf, torch.Tensor)]

    @contextlib.contextmanager
    def with_loss(self, loss: Callable[[Any], Any]) -> Iterator[None]:
        """Backward starts from ``loss(output)`` in the body."""
        subject, self.subject = self.subject, replace(self.subject, loss=loss)
        try:
            yield
        finally:
            self.subject = subject

    def put_back_inputs(self) -> None:
        """Give the arguments of the explored call the values that they had before it."""
        self.pristine.put_back(self.subject.args, self.subject.kwargs)

    def _state(self) -> State:
        subject = self.subject
        return State(subject.model, subject.args, dict(subject.kwargs), subject.loss, subject.step)

    def _noticed(self, *_: Any) -> None:
        self.compiles += 1

    def _explore(self, patience: float) -> None:
        """Two calls of each side: what do they change, and do equal calls give equal results?"""
        self.state.notice()  # what the explored call changed
        first = self._tried("eager")
        took = sum(first.seconds.values())
        if 3 * took > patience:  # the three calls below
            raise CannotReplay(f"one call takes {took:.3g} s: raise the time limit, to many times that")
        changed = self.pristine.changed(first.arguments)
        self.state.notice()
        second = self._tried("eager")
        self.repeats = same(leaves(first.output), leaves(second.output))
        third = self._tried("compiled")
        self.state.notice()
        self._reuses = not changed and not self.pristine.changed(third.arguments)
        self._tried("compiled")

    def _tried(self, side: Side) -> Outcome:
        try:
            return self.call(side)
        except CannotReplay:
            raise
        except Exception as error:
            raise CannotReplay(f"a second call raised {type(error).__name__}: {error}") from error

    def _run(self, function: Callable[..., Any], arguments: Arguments, seconds: dict[str, float]) -> Any:
        args, kwargs = arguments
        subject, clock = self.subject, self.clock
        with subject.context():
            start = clock.now()
            output = function(*args, **kwargs)
            end = clock.now()
        seconds["forward"] = end - start
        if not subject.train:
            return output
        start = clock.now()
        loss = subject.loss(output)
        if getattr(loss, "requires_grad", False):
            loss.backward()
        middle = clock.now()
        seconds["backward"] = middle - start
        if subject.step is not None:
            subject.step()
            seconds["step"] = clock.now() - middle
        return output

    def _forget_gradients(self, arguments: Arguments) -> None:
        """A backward adds to the gradients it finds: there are none, on both sides."""
        if self.subject.train:
            for parameter in self.state.parameters().values():
                parameter.grad = None
            for _, tensor in _inputs(arguments):
                tensor.grad = None

    def _gradients(self, arguments: Arguments) -> dict[str, Any]:
        named = [*self.state.parameters().items(), *_inputs(arguments)]
        return {name: tensor.grad for name, tensor in named if tensor.grad is not None}


def _inputs(arguments: Arguments) -> list[tuple[str, Any]]:
    """The leaves among the arguments that take a gradient, by the name of the argument."""
    import torch

    args, kwargs = arguments
    found = []
    for name, value in (*((f"argument {number}", each) for number, each in enumerate(args, 1)), *kwargs.items()):
        for leaf in leaves(value):
            if isinstance(leaf, torch.Tensor) and leaf.requires_grad and leaf.is_leaf:
                found.append((name, leaf))
    return found
