"""Would ``fullgraph=True`` work? Dynamo traces the user's first frame and is stopped before anything runs."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from explorer.compat.backend import Settings
from explorer.compat.finalizers import let_go
from explorer.compat.private import Private
from explorer.report.place import is_library

OPTIMIZE = Private(
    "torch._dynamo:optimize",
    "the fullgraph probe",
    "whether fullgraph=True works is not known (no probe)",
)


class Stopped(BaseException):
    """Dynamo has dealt with the first frame. Not an ``Exception``, so that no handler of torch or the user takes it."""

    def __init__(self, compiled: bool, reason: str | None) -> None:
        super().__init__(reason)
        self.compiled, self.reason = compiled, reason


@dataclass
class Probe:
    """``ok`` None means that it could not be known, and ``reason`` says why."""

    ok: bool | None
    error: Exception | None = None
    reason: str | None = None


class _FirstFrame:
    """A Dynamo callback that converts the first frame of user code and then stops the call."""

    def __init__(self, callback: Any) -> None:
        functools.update_wrapper(self, callback, updated=())
        self._torchdynamo_orig_backend = callback
        self.guards: set[int] = set()

    def __call__(self, frame: Any, *args: Any, **kwargs: Any) -> Any:
        result = self._torchdynamo_orig_backend(frame, *args, **kwargs)
        made = getattr(result, "guarded_code", None)
        compiled = made is not None
        if made is not None:
            self.guards.add(id(made.guard_manager))
        if compiled or not is_library(frame.f_code.co_filename):
            raise Stopped(compiled, getattr(result, "skip_reason", None))
        return result


def probe(model: Any, settings: Settings, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Probe:
    """Trace ``model(*args, **kwargs)`` with ``fullgraph=True`` and a backend that does nothing.

    None of the user's code runs: tracing is symbolic and the call ends before the compiled code starts. A module with
    forward pre-hooks is not probed, since torch runs those before Dynamo sees a frame.
    """
    if getattr(model, "_forward_pre_hooks", None):
        return Probe(None, reason="not probed: its forward pre-hooks would run twice")
    optimize: Any = OPTIMIZE.get()
    if optimize is None:
        return Probe(None, reason=OPTIMIZE.without)
    context = optimize(_run_as_is, nopython=True, dynamic=settings.dynamic, **_supported(optimize, settings))
    if not callable(getattr(context, "callback", None)):
        return Probe(None, reason="not probed: the compiler is switched off")
    first = context.callback = _FirstFrame(context.callback)
    try:
        context(model)(*args, **kwargs)
    except Stopped as stopped:
        if stopped.compiled:
            return Probe(True)
        return Probe(None, reason=f"Dynamo skips the function: {stopped.reason or 'no reason given'}")
    except Exception as error:
        return Probe(False, error=error)
    finally:
        let_go(first.guards)
        vars(first).clear()  # torch's frame evaluator keeps a reference to a callback that raised
    return Probe(None, reason="Dynamo met no frame of the program")


def _supported(optimize: Callable[..., Any], settings: Settings) -> dict[str, Any]:
    """The keywords that this torch has: 2.13 added ``isolate_recompiles``. ``optimize`` itself may pass anything on."""
    import inspect

    import torch

    accepted = {*inspect.signature(optimize).parameters, *inspect.signature(torch.compile).parameters}
    wanted = {"isolate_recompiles": True, "shapes_spec": settings.extra.get("shapes_spec")}
    return {key: value for key, value in wanted.items() if value is not None and key in accepted}


def _run_as_is(graph: Any, _: Any) -> Any:
    return graph.forward
