"""The ``torch.compile`` call behind a compile: its settings, and its line when the call was made during the capture."""

from __future__ import annotations

import contextlib
import sys
import types
import weakref
from collections.abc import Iterator
from typing import Any

from explorer.compat.backend import settings_of
from explorer.compat.private import Private
from explorer.report.place import is_library

CONTEXT = Private(
    "torch._dynamo.eval_frame:_TorchDynamoContext",
    "the torch.compile call behind a compile",
    "the line of the torch.compile call is not known",
)
_WRAPPER = "compile_wrapper"


class CompileCalls:
    """The lines of the ``torch.compile`` calls that are made while :meth:`watching`."""

    def __init__(self) -> None:
        self._lines: weakref.WeakKeyDictionary[Any, dict[str, Any]] = weakref.WeakKeyDictionary()

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Note the user's line of each call in the body."""
        context: Any = CONTEXT.get()
        if context is None:
            yield
            return
        original = context.__init__

        def noting(made: Any, *args: Any, **kwargs: Any) -> None:
            original(made, *args, **kwargs)
            line = _user_line(sys._getframe(1))
            if line is not None:
                self._lines[made] = line

        context.__init__ = noting
        try:
            yield
        finally:
            if context.__init__ is noting:
                context.__init__ = original

    def behind(self, frame: types.FrameType | None) -> dict[str, Any] | None:
        """Settings and line of the call whose compiled function is running in the stack of ``frame``."""
        while frame is not None:
            if frame.f_code.co_name == _WRAPPER:
                context = frame.f_locals.get("self")
                settings = settings_of(context)
                if settings is not None:
                    return {"settings": _words(settings), **self._lines.get(context, {})}
            frame = frame.f_back
        return None


def _words(settings: Any) -> dict[str, str]:
    """The settings that differ from torch's defaults, in words."""
    backend = settings.backend
    name = getattr(backend, "compiler_name", None) or getattr(backend, "__name__", type(backend).__name__)
    words = {"backend": str(name)}
    if settings.fullgraph:
        words["fullgraph"] = "True"
    if settings.dynamic is not None:
        words["dynamic"] = str(settings.dynamic)
    config = getattr(backend, "config", None)
    if isinstance(config, dict):
        words.update({str(key): repr(value) for key, value in config.items()})
    return words


def _user_line(frame: types.FrameType | None) -> dict[str, Any] | None:
    while frame is not None:
        if not is_library(frame.f_code.co_filename):
            return {"file": frame.f_code.co_filename, "line": frame.f_lineno, "function": frame.f_code.co_name}
        frame = frame.f_back
    return None
