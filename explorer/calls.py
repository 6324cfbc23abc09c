"""Calling the explored program: what is called, with what, in which context, and the backward after it."""

from __future__ import annotations

import contextlib
import inspect
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer.compat import backend as compile_backend
from explorer.compat import pgo
from explorer.compat import settings as torch_settings
from explorer.compat.backend import BACKEND, Settings
from explorer.compat.eval_frame import Footprint
from explorer.compat.probe import probe
from explorer.errors import UsageError
from explorer.kept import Outputs
from explorer.measure.replay import Subject
from explorer.measuring import Measuring
from explorer.session import Session
from explorer.tracing.environment import describe, devices_of, leaves
from explorer.tracing.failure import dotted, failure
from explorer.tracing.world import Gradients, Undo, random_numbers, run_all, save_buffers

Arguments = tuple[Sequence[Any], Mapping[str, Any]]


@dataclass
class Program:
    """The explored program and how to call it. See :func:`explorer.explain` for the fields.

    ``time_limit`` is None where nothing is measured.
    """

    model: Any
    settings: Settings | None
    options: dict[str, Any]
    train: bool = False
    loss: Callable[[Any], Any] | None = None
    calls: Sequence[Arguments] = ()
    contexts: Sequence[Callable[[], Any] | None] = ()
    before: Sequence[Callable[[Any], Any] | None] = ()
    title: str | None = None
    time_limit: float | None = None
    step: Callable[[], Any] | None = None
    output: Any = None
    outputs: Outputs = field(default_factory=Outputs)
    random: bool = False
    error: Exception | None = None
    undo: list[Undo] = field(default_factory=list)

    def keywords(self, given: Any) -> dict[str, Any]:
        """The keywords of ``torch.compile`` in force; those of the wrapper when ``given`` was compiled already."""
        settings = self.settings
        if self.options or settings is None or compile_backend.unwrap(given)[1] is None:
            return self.options if settings is not None else {"disable": True}
        chosen = {"backend": settings.backend, "fullgraph": settings.fullgraph, "dynamic": settings.dynamic}
        return {**chosen, **settings.extra}

    def context(self, index: int) -> Any:
        """A fresh context manager for call ``index``."""
        make = self.contexts[index] if index < len(self.contexts) else None
        return make() if make is not None else contextlib.nullcontext()

    def prepare(self, index: int) -> None:
        """Run the user's ``before`` of call ``index``."""
        hook = self.before[index] if index < len(self.before) else None
        if hook is not None:
            hook(self.model)


def make_program(model: Any, compile_kwargs: dict[str, Any], **how: Any) -> Program:
    """A program from what the user gave. A wrapper of ``torch.compile`` is opened and its settings are kept.

    Raises ``UsageError`` when ``model`` cannot be called, and what ``torch.compile`` raises for wrong keywords.
    """
    if not callable(model):
        raise UsageError(
            f"{type(model).__name__} is not callable: "
            "give an nn.Module, a function, a method or an object with __call__"
        )
    original, context = compile_backend.unwrap(model)
    settings = compile_backend.settings_of(context) if context is not None and not compile_kwargs else None
    if settings is None:
        settings = compile_backend.settings_from(compile_kwargs)
    return Program(model=original, settings=settings, options=compile_kwargs, **how)


def run(session: Session, program: Program, first: Arguments, *, with_probe: bool) -> None:
    """Every call of the program under capture, in order, until one fails. What it raised is in ``program.error``."""
    session.note("program", _describe(program))
    gradients = Gradients()
    measuring: Measuring | None = None
    program.output = program.error = None
    program.outputs = Outputs()
    drawn = random_numbers()
    program.undo = [
        save_buffers(program.model),
        gradients.restore,
        compile_backend.take_off(program.model),
        compile_backend.unmarked(program.model),
    ]
    try:
        program.prepare(0)
        if with_probe:
            _probe(session, program, first)
        measuring = _measuring(session, program, first)
        if measuring is not None:
            program.undo.append(measuring.undo)
        with _backend(program):
            compiled = _compile(session, program)
            for index, arguments in enumerate([first, *program.calls]):
                if index:
                    program.prepare(index)
                _call(session, program, compiled, index, arguments, gradients)
                if measuring is not None and not index:
                    measuring.run(compiled)
    except Exception as error:
        program.error = error
        if not getattr(error, "__explorer_noted__", False):
            session.fail(error, stage="before")
        if measuring is not None:
            measuring.skip("the program failed")
    finally:
        program.random = drawn != random_numbers()


def _measuring(session: Session, program: Program, first: Arguments) -> Measuring | None:
    """The measuring of the first call, made before it; None when nothing is to be measured."""
    if program.time_limit is None:
        return None
    args, kwargs = first
    subject = Subject(
        model=program.model,
        args=args,
        kwargs=kwargs,
        context=lambda: program.context(0),
        train=program.train,
        loss=program.loss or _default_loss,
        step=program.step,
        devices=devices_of(program.model, args, kwargs),
        compiler=lambda backend: _compile_with(program, backend),
        backend=_backend_name(program),
    )
    measuring = Measuring(session, subject, program.time_limit)
    off = torch_settings.switched_off()
    if program.settings is None or off is not None:
        measuring.refuse(f"nothing is compiled: {off or 'disable=True'}")
    return measuring


def _compile_with(program: Program, backend: Any) -> Any:
    """The program, to be compiled as it was but with ``backend``, or again with its own when that is None."""
    import torch

    settings = program.settings
    assert settings is not None
    extra = {"isolate_recompiles": True} if "isolate_recompiles" in inspect.signature(torch.compile).parameters else {}
    options = {name: value for name, value in settings.extra.items() if name != "options"}
    how: dict[str, Any] = {"dynamic": settings.dynamic, **options, **extra}
    return torch.compile(_compilable(program.model), backend=backend or settings.backend, **how)


def _backend_name(program: Program) -> str:
    """What people call the backend of the program."""
    backend = program.settings.backend if program.settings is not None else None
    return str(getattr(backend, "compiler_name", None) or getattr(backend, "__name__", None) or "backend")


def put_back(program: Program) -> None:
    """Buffers and gradients of the user's model, as they were, and inputs where they were measured."""
    undo, program.undo = program.undo, []  # what was kept for it may go
    run_all(undo)


def _backend(program: Program) -> contextlib.AbstractContextManager[None]:
    return contextlib.nullcontext() if program.settings is None else BACKEND.using(program.settings)


def _compile(session: Session, program: Program) -> Any:
    import torch

    settings = program.settings
    if settings is None:
        return program.model
    accepted = inspect.signature(torch.compile).parameters
    keywords: dict[str, Any] = {"fullgraph": settings.fullgraph, "dynamic": settings.dynamic, **settings.extra}
    if "isolate_recompiles" in accepted:
        keywords["isolate_recompiles"] = True
    else:
        session.note(
            "touched",
            {
                "what": "the compiled entries of this exploration count against the functions' recompile limit",
                "why": f"torch {torch.__version__} has no isolate_recompiles",
            },
        )
    return torch.compile(_compilable(program.model), backend=BACKEND, **keywords)


def _compilable(model: Any) -> Any:
    """An object with ``__call__`` as the bound method that Dynamo can compile; anything else as it is."""
    import torch

    if isinstance(model, torch.nn.Module) or hasattr(model, "__code__") or inspect.isroutine(model):
        return model
    call = getattr(model, "__call__", None)  # noqa: B004 - the bound method itself is wanted
    return call if hasattr(call, "__code__") else model


def _call(
    session: Session, program: Program, compiled: Any, index: int, arguments: Arguments, gradients: Gradients
) -> None:
    import torch

    args, kwargs = arguments
    inputs = [describe(value) for value in args] + [f"{name}={describe(value)}" for name, value in kwargs.items()]
    session.note("call", {"index": index, "when": "start", "inputs": inputs})
    started = time.perf_counter()
    stage = None
    failed: str | None = None
    try:
        with program.context(index):
            output = compiled(*args, **kwargs)
        program.outputs.add(output)
        if index == 0:
            program.output = output
            session.note("output", {"output": describe(output)})
        if program.train:
            stage = "backward"
            if not _backward(program, output, gradients):
                why = "gradients are off" if not torch.is_grad_enabled() else "no output carries a gradient"
                session.note("degraded", {"feature": "backward", "why": f"call {index} ran no backward: {why}"})
    except Exception as error:
        failed = dotted(type(error))
        session.fail(error, stage=stage, call=index)
        error.__explorer_noted__ = True  # type: ignore[attr-defined]
        raise
    finally:
        data = {"index": index, "when": "end", "seconds": time.perf_counter() - started, "error": failed}
        session.note("call", data)


def _backward(program: Program, output: Any, gradients: Gradients) -> bool:
    """Run the backward; False when there is nothing to differentiate."""
    loss = program.loss(output) if program.loss is not None else _default_loss(output)
    if loss is None or not getattr(loss, "requires_grad", False):
        return False
    gradients.save(loss)
    loss.backward()
    return True


def _default_loss(output: Any) -> Any:
    """The sum of every floating-point tensor in ``output`` that carries a gradient, or None."""
    import torch

    total: Any = None
    for leaf in leaves(output):
        if isinstance(leaf, torch.Tensor) and leaf.requires_grad:
            part = (torch.view_as_real(leaf) if leaf.is_complex() else leaf).sum()
            total = part if total is None else total + part
    return total


def _probe(session: Session, program: Program, first: Arguments) -> None:
    off = torch_settings.switched_off()
    if program.settings is None or off is not None:
        why = f"not probed: {off or 'disable=True'}"
        session.note("probe", {"ok": None, "message": why, "disabled": off is None})
        return
    args, kwargs = first
    footprint, sizes = Footprint(), pgo.save()
    try:
        with session.unheard(), program.context(0):
            found = probe(_compilable(program.model), program.settings, tuple(args), kwargs)
    finally:
        pgo.restore(sizes)
        footprint.restore()
    data: dict[str, Any] = {"ok": found.ok, "message": found.reason}
    if found.error is not None:
        about, _ = failure(found.error)
        last = about["frames"][-1] if about["frames"] else {}
        data |= {
            "error": about["type"],
            "gb_type": about["gb_type"] or about["message"].strip().splitlines()[0][:160],
            "message": about["message"],
            "file": last.get("filename"),
            "line": last.get("line"),
        }
    session.note("probe", data)


def _describe(program: Program) -> dict[str, Any]:
    import os

    import torch

    model = program.model
    is_module = isinstance(model, torch.nn.Module)
    function = model.forward if is_module else _compilable(model)
    code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
    name = type(model).__name__ if is_module or not hasattr(model, "__name__") else model.__name__
    return {
        "name": program.title or name,
        "kind": _kind(model),
        "function": getattr(code, "co_name", None),
        "file": getattr(code, "co_filename", None),
        "line": getattr(code, "co_firstlineno", None),
        "mode": _mode(program),
        "options": {key: repr(value) for key, value in program.options.items()},
        "cwd": os.getcwd(),
    }


def _kind(model: Any) -> str:
    import torch

    if isinstance(model, torch.nn.Module):
        return "module"
    if inspect.ismethod(model):
        return "method"
    return "function" if inspect.isroutine(model) else "callable"


def _mode(program: Program) -> str:
    import torch

    owner = getattr(program.model, "__self__", program.model)
    training = [("train" if owner.training else "eval")] if isinstance(owner, torch.nn.Module) else []
    backward = "forward and backward" if program.train else ("grad" if torch.is_grad_enabled() else "no grad")
    return ", ".join([*training, backward])


def check_calls(calls: Iterable[Any] | None) -> list[Arguments]:
    """``calls`` as pairs of positional and keyword arguments. Raises ``UsageError`` when one is not such a pair."""
    pairs: list[Arguments] = []
    for index, call in enumerate(calls or ()):
        if not (isinstance(call, list | tuple) and len(call) == 2 and isinstance(call[1], Mapping)):
            raise UsageError(f"calls[{index}] must be (args, kwargs), for example ((x,), {{}})")
        pairs.append((tuple(call[0]), dict(call[1])))
    return pairs
