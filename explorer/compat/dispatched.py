"""Every operator that PyTorch runs, with what it made, as it runs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.private import Private

MODE = Private(
    "torch.utils._python_dispatch:TorchDispatchMode",
    "memory of eager calls",
    "how much memory eager calls need at once is not known without a device that counts",
)


@contextlib.contextmanager
def heard(on_output: Callable[[Any], object]) -> Iterator[bool]:
    """Call ``on_output(result)`` after each operator in the body; gives False where this torch cannot tell."""
    base: Any = MODE.get()
    if base is None:
        yield False
        return

    class Hearing(base):  # type: ignore[misc]
        def __torch_dispatch__(self, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            del types
            result = function(*args, **(kwargs or {}))
            on_output(result)
            return result

    with Hearing():
        yield True
