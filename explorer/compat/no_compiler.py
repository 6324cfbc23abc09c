"""Generated C++ on a machine without a C++ compiler: Inductor writes it for an assumed AVX2 machine, and then fails.

Inductor compiles a probe to learn which vector instructions work (torch/_inductor/cpu_vec_isa.py) and gives up before
it has written a line. While we listen it is told AVX2 instead; building the kernels fails as it would have, with
torch's own error.
"""

from __future__ import annotations

import contextlib
import importlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.private import Private

ASSUMED = "AVX2"
VALID = Private(
    "torch._inductor.cpu_vec_isa:valid_vec_isa_list",
    "C++ without a compiler",
    "on a machine without a C++ compiler the generated C++ is not in the report",
)
AVX2 = Private("torch._inductor.cpu_vec_isa:VecAVX2", VALID.feature, VALID.without)
NO_COMPILER = Private("torch._inductor.exc:InvalidCxxCompiler", VALID.feature, VALID.without)


class _Assuming:
    """Stands in for torch's function while captures run; the last one to end puts it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        self._original: Any = None

    @contextlib.contextmanager
    def told_to(self, listener: Callable[[str], None]) -> Iterator[None]:
        """Assume AVX2 in the body where there is no compiler, and tell ``listener`` why."""
        if VALID.get() is None or AVX2.get() is None or NO_COMPILER.get() is None:
            yield
            return
        module: Any = importlib.import_module("torch._inductor.cpu_vec_isa")
        with self._lock:
            if not self._listeners:
                self._original = module.valid_vec_isa_list
                module.valid_vec_isa_list = self._valid
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)
                if not self._listeners and module.valid_vec_isa_list == self._valid:
                    module.valid_vec_isa_list = self._original

    def _valid(self) -> Any:
        missing: Any = NO_COMPILER.get()
        try:
            return self._original()
        except missing as error:
            for listener in tuple(self._listeners):
                listener(" ".join(str(error).split()))
            return [_assumed()]


ASSUMING = _Assuming()


def _assumed() -> Any:
    """torch's AVX2 without the probe that asks a compiler whether it works."""
    avx2: Any = AVX2.get()
    return type("Assumed", (avx2,), {"__bool__": lambda _: True, "__hash__": avx2.__hash__})()
