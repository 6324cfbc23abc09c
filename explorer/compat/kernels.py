"""Which nodes of the scheduler each kernel call runs, heard where Inductor writes the call, whatever is traced.

torch keeps this only when its provenance tracking is on, and mixes the kernels of every backward of the process; but
it always asks (torch/_inductor/debug.py, ``set_kernel_post_grad_provenance_tracing``).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.hook import Hook
from explorer.compat.private import Private
from explorer.compat.scheduler import is_backward, own_origins

_WITHOUT = "kernels are linked to nodes only where torch's provenance tracking is on"
ASKED = tuple(
    Hook(Private(f"{module}:set_kernel_post_grad_provenance_tracing", "kernel provenance", _WITHOUT))
    for module in ("torch._inductor.debug", "torch._inductor.codegen.cpp", "torch._inductor.codegen.triton")
)
"""Each module that imported the function has a name of its own for it."""


@contextlib.contextmanager
def watch(on_kernel: Callable[[dict[str, Any]], None]) -> Iterator[None]:
    """Call ``on_kernel({backward, kernel, handle, extern, nodes, origins})`` for each call that Inductor writes.

    ``nodes`` are the scheduler's, ``origins`` those of the post-grad graph; ``handle`` is torch's number, if it gave
    one.
    """

    def asked(handle: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        extern = bool(args[2] if len(args) > 2 else kwargs.get("is_extern", False))
        on_kernel(_told(args[0], str(args[1]), extern, handle))

    with contextlib.ExitStack() as stack:
        for hook in ASKED:
            stack.enter_context(hook.heard_by(asked))
        yield


def _told(scheduled: Any, kernel: str, extern: bool, handle: Any) -> dict[str, Any]:
    if extern:
        nodes = [scheduled.get_operation_name()]
        origins = [scheduled.origin_node] if scheduled.origin_node is not None else own_origins(scheduled.origins)
    else:
        # a list of nodes, with classes among them that switch reductions on and off
        found = [each for each in scheduled if getattr(each, "node", None) is not None]
        nodes = [each.get_name() for each in found]
        origins = [origin for each in found for origin in own_origins(each.node.origins)]
    return {
        "backward": is_backward(),
        "kernel": kernel,
        "handle": handle if isinstance(handle, int) else None,
        "extern": extern,
        "nodes": list(dict.fromkeys(nodes)),
        "origins": list(dict.fromkeys(origin.name for origin in origins)),
    }
