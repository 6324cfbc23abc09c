"""The user's code runs on the main thread, also when a message arrived on another one (a kernel's subshell)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any


def run_on_main_thread(action: Callable[[], object]) -> None:
    """Call ``action`` now when this is the main thread, else when the kernel's main loop is free."""
    if threading.current_thread() is threading.main_thread():
        action()
        return
    loop = _main_loop()
    if loop is not None:
        loop.add_callback(action)


def _main_loop() -> Any:
    """The kernel's main loop (``ipykernel.kernelbase.Kernel.io_loop``), or None outside a kernel."""
    import sys

    base = sys.modules.get("ipykernel.kernelbase")
    kernel = base.Kernel.instance() if base is not None and base.Kernel.initialized() else None
    return getattr(kernel, "io_loop", None)
