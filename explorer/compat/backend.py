"""The settings of a ``torch.compile`` call, and the one backend object through which we compile.

The backend object is part of Dynamo's cache key (torch/_dynamo/eval_frame.py, ``innermost_backend``): one object for
every exploration keeps torch's tables from growing, and since the user's entries belong to another backend they are
never used in place of a compile that we want to see.
"""

from __future__ import annotations

import contextlib
import inspect
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from explorer.compat.eval_frame import forget_backends_but, known_backends
from explorer.compat.private import Private

INNERMOST_BACKEND = Private(
    "torch._dynamo.eval_frame:innermost_backend",
    "settings of a compiled model",
    "mode and options of torch.compile, and the settings of a model that is compiled already, are not used here",
)
LOOKUP = Private(
    "torch._dynamo:lookup_backend",
    INNERMOST_BACKEND.feature,
    "a backend that is given by its name cannot be found",
)

_MARK = "_is_torch_compile"


@dataclass
class Settings:
    """What a ``torch.compile`` call asked for. ``backend`` is the callable that torch would call with a graph."""

    backend: Callable[..., Any]
    fullgraph: bool = False
    dynamic: bool | None = None
    extra: dict[str, Any] = field(default_factory=dict)


class ExplorerBackend:
    """Hands each graph to the backend of the exploration in force."""

    def __init__(self) -> None:
        self.__name__ = "compile_explorer"
        self._local = threading.local()
        self._shared: Settings | None = None

    @contextlib.contextmanager
    def using(self, settings: Settings) -> Iterator[None]:
        """Compile with ``settings`` in the body, in this thread and in threads that have none of their own.

        Uses nest: the one around is in force again afterwards.
        """
        around = getattr(self._local, "value", None), self._shared
        self._local.value = self._shared = settings
        # torch's errors name the backend: the user's own, not this one
        name = getattr(settings.backend, "compiler_name", None) or getattr(settings.backend, "__name__", "backend")
        before, self.__name__ = self.__name__, str(name)
        try:
            yield
        finally:
            self._local.value, self._shared = around
            self.__name__ = before

    def __call__(self, graph: Any, example_inputs: Any, **kwargs: Any) -> Any:
        current: Settings | None = getattr(self._local, "value", None) or self._shared
        if current is None:
            # a later call of code that was compiled in an exploration: run the graph as it is
            return graph.forward
        return current.backend(graph, example_inputs, **kwargs)


BACKEND = ExplorerBackend()


def unwrap(model: Any) -> tuple[Any, Any]:
    """The model under a ``torch.compile`` wrapper, and the wrapper's context (None when it is not compiled)."""
    import torch

    if isinstance(model, torch.nn.Module):
        original = getattr(model, "_orig_mod", None)
        if original is not None:
            return original, getattr(model, "dynamo_ctx", None)
        # Module.compile() compiles in place and keeps the plain class
        call = getattr(model, "_compiled_call_impl", None)
        return model, _context(call) if call is not None else None
    if getattr(model, "_torchdynamo_orig_callable", None) is not None:
        return model._torchdynamo_orig_callable, _context(model)
    return model, None


def take_off(model: Any) -> Callable[[], None]:
    """Take the compiled call of ``Module.compile()`` off a module; the returned function puts it back."""
    compiled = getattr(model, "_compiled_call_impl", None)
    if compiled is None or not hasattr(model, "named_modules"):
        return lambda: None
    model._compiled_call_impl = None
    return lambda: setattr(model, "_compiled_call_impl", compiled)


def unmarked(model: Any) -> Callable[[], None]:
    """Wrapping a module, torch sets a mark on it through the wrapper; the returned function takes it off again."""
    marked = getattr(model, "__dict__", {})
    if _MARK in marked or not hasattr(model, "named_modules"):
        return lambda: None
    return lambda: marked.pop(_MARK, None)


def _context(wrapper: Any) -> Any:
    """The OptimizeContext that a compiled function closes over (``compile_wrapper`` names it ``self``)."""
    function = getattr(wrapper, "__func__", wrapper)
    try:
        return inspect.getclosurevars(function).nonlocals.get("self")
    except TypeError:
        return None


def settings_of(context: Any) -> Settings | None:
    """The settings in an OptimizeContext; None when it has no backend (``disable=True``)."""
    innermost: Any = INNERMOST_BACKEND.get()
    callback = getattr(context, "callback", None)
    if innermost is None or not callable(callback):
        return None
    converter = getattr(callback, "_torchdynamo_orig_backend", None)
    limit = getattr(converter, "_recompile_limit", None)
    extra: dict[str, Any] = {} if limit is None else {"recompile_limit": limit}
    guard_filter = getattr(getattr(callback, "hooks", None), "guard_filter_fn", None)
    if guard_filter is not None:
        extra["options"] = {"guard_filter_fn": guard_filter}
    shapes = getattr(context, "_shapes_spec", None)
    if shapes is not None:
        extra["shapes_spec"] = shapes
    return Settings(
        backend=innermost(callback),
        fullgraph=bool(getattr(context, "fullgraph", False)),
        dynamic=getattr(context, "_dynamic", None),
        extra=extra,
    )


def settings_from(compile_kwargs: dict[str, Any]) -> Settings | None:
    """The settings that ``torch.compile(**compile_kwargs)`` would use, checked and resolved by torch itself.

    None when they switch the compiler off. Raises what ``torch.compile`` raises for wrong keywords.
    """
    import torch

    before = known_backends()
    if INNERMOST_BACKEND.get() is None:
        return _as_given(**compile_kwargs)
    try:
        wrapped = torch.compile(torch.nn.Identity(), **compile_kwargs)
        return settings_of(getattr(wrapped, "dynamo_ctx", None))
    finally:
        forget_backends_but(before)


def _as_given(
    *, backend: Any = "inductor", fullgraph: bool = False, dynamic: bool | None = None, disable: bool = False, **_: Any
) -> Settings | None:
    """The settings as the user wrote them, where torch's own reading of them cannot be seen."""
    find: Any = LOOKUP.get() if isinstance(backend, str) else None
    found = find(backend) if find is not None else backend
    return Settings(found, fullgraph, dynamic) if callable(found) and not disable else None
