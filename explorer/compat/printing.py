"""torch prints traced values into its trace; one that cannot be printed must not fail a compile that works without it.

AOTAutograd prints its metadata with the traced values in it (torch/_functorch/_aot_autograd/graph_capture.py). A tensor
subclass without a ``__repr__`` of its own prints its numbers: on a traced value that makes symbols, and the compile
fails, with any listener to the trace. While we listen, such a value is printed as its type.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Iterator
from typing import Any

from explorer.compat.private import Private

PRINTER = Private(
    "torchgen.utils:pformat",
    "metadata of tensor subclasses",
    "a tensor subclass that prints its numbers may fail a compile that works without a capture",
)
NUMBERS = Private("torch._tensor_str:_str", PRINTER.feature, PRINTER.without)


class _Guarded:
    """Stands in for torch's printer while captures run; the last one to end puts it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._captures = 0
        self._printer: Any = None

    @contextlib.contextmanager
    def guarded(self) -> Iterator[None]:
        """In the body, torch's metadata is printed without the numbers of tensor subclasses."""
        if PRINTER.get() is None or NUMBERS.get() is None:
            yield
            return
        module: Any = importlib.import_module("torchgen.utils")
        with self._lock:
            if not self._captures:
                self._printer, module.pformat = module.pformat, self._print
            self._captures += 1
        try:
            yield
        finally:
            with self._lock:
                self._captures -= 1
                if not self._captures and module.pformat == self._print:
                    module.pformat = self._printer

    def _print(self, *args: Any, **kwargs: Any) -> Any:
        with self._lock, _without_numbers():
            return self._printer(*args, **kwargs)


GUARD = _Guarded()


@contextlib.contextmanager
def _without_numbers() -> Iterator[None]:
    """In the body, this thread prints a tensor that wraps others as its type."""
    module: Any = importlib.import_module("torch._tensor_str")
    original, thread = module._str, threading.get_ident()

    def shown(tensor: Any, **kwargs: Any) -> Any:
        if threading.get_ident() == thread and hasattr(tensor, "__tensor_flatten__"):
            return f"{type(tensor).__name__}(…)"
        return original(tensor, **kwargs)

    module._str = shown
    try:
        yield
    finally:
        module._str = original
