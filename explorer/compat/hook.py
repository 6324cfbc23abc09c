"""A private function of torch that tells us of its calls while somebody listens, and is itself again afterwards."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import importlib
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.private import MISSING, Private

Listener = Callable[[Any, tuple[Any, ...], dict[str, Any]], None]
"""Called with what the function returned, its arguments and its keywords."""


class Hook:
    """Listens to one function or method. Captures may overlap: the function is put back when the last one ends.

    A listener that raises is not heard again in its capture, and the report says so; the compile never sees it.
    """

    def __init__(self, private: Private) -> None:
        self.private = private
        self._listeners: list[Listener] = []
        self._lock = threading.Lock()
        self._undo: Callable[[], None] = lambda: None

    @contextlib.contextmanager
    def heard_by(self, listener: Listener) -> Iterator[None]:
        """Call ``listener`` after each call in the body. Without the function in this torch, nothing happens."""
        if self.private.get() is None:
            yield
            return
        with self._lock:
            if not self._listeners:
                self._install()
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)
                if not self._listeners:
                    self._undo()

    def _install(self) -> None:
        module, _, path = self.private.path.partition(":")
        *owners, name = path.split(".")
        owner: Any = functools.reduce(getattr, owners, importlib.import_module(module))
        original, raw = getattr(owner, name), inspect.getattr_static(owner, name)

        @functools.wraps(original)
        def telling(*args: Any, **kwargs: Any) -> Any:
            result = original(*args, **kwargs)
            for listener in tuple(self._listeners):
                self._tell(listener, result, args, kwargs)
            return result

        def undo() -> None:
            # whoever wrapped it meanwhile keeps a function that only passes on
            if getattr(owner, name) is telling:
                setattr(owner, name, raw)

        setattr(owner, name, staticmethod(telling) if isinstance(raw, staticmethod) else telling)
        self._undo = undo

    def _tell(self, listener: Listener, result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        try:
            listener(result, args, kwargs)
        except Exception as error:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)
            why = f"{self.private.without} ({type(error).__name__}: {error})"
            MISSING[f"{self.private.path} failed"] = dataclasses.replace(self.private, without=why)
