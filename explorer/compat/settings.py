"""torch's configuration while an exploration runs: caches, provenance, the user's patches; all undone at exit."""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator, Mapping
from typing import Any

from explorer.compat.private import Private

RESET_PROVENANCE = Private(
    "torch._inductor.debug:reset_provenance_globals",
    "kernel provenance",
    "links from kernels to lines may include kernels of earlier compiles",
)
PROVENANCE = Private(
    "torch._inductor.config:trace.provenance_tracking_level",
    "kernel provenance",
    "no links from kernels to lines",
)
STANCE = Private(
    "torch._dynamo.eval_frame:_stance",
    "why nothing compiled",
    "a stance set with torch.compiler.set_stance is not seen",
)
INDUCTOR = "torch._inductor.config"
DYNAMO = "torch._dynamo.config"
FUNCTORCH = "torch._functorch.config"

WITHOUT_CACHES = {INDUCTOR: {"fx_graph_cache": False}, FUNCTORCH: {"enable_autograd_cache": False}}
"""Compiles everything anew: a cache hit carries the lines of the program that filled it. C++ objects stay cached."""


@contextlib.contextmanager
def patched(patches: Mapping[str, Mapping[str, Any]]) -> Iterator[None]:
    """Set configuration values (``{module: {name: value}}``) and put the old ones back.

    Raises ``AttributeError`` from torch for an unknown name (see :func:`has_config`).
    """
    with contextlib.ExitStack() as stack:
        for module, values in patches.items():
            if values:
                stack.enter_context(importlib.import_module(module).patch(dict(values)))
        yield


def has_config(module: str, name: str) -> bool:
    """Whether torch's configuration ``module`` has ``name``, also under an older name that it still takes."""
    return hasattr(importlib.import_module(module), name)


def config_names(module: str) -> tuple[str, ...]:
    """The names in torch's configuration ``module``; none when this torch does not tell."""
    return tuple(getattr(importlib.import_module(module), "_config", ()))


@contextlib.contextmanager
def fresh_provenance() -> Iterator[None]:
    """Kernel provenance of this capture alone (torch accumulates that of every backward in the process)."""
    reset: Any = RESET_PROVENANCE.get()
    if reset is None:
        yield
        return
    with reset():
        yield


def provenance_level() -> int | None:
    """The provenance level in force, None when this torch has none."""
    level = PROVENANCE.get()
    return level if isinstance(level, int) else None


def switched_off() -> str | None:
    """Why torch.compile does nothing in this process, or None when it works."""
    import os

    if os.environ.get("TORCHDYNAMO_DISABLE") == "1":
        return "the environment sets TORCHDYNAMO_DISABLE=1"
    if os.environ.get("TORCH_COMPILE_DISABLE") == "1":
        return "the environment sets TORCH_COMPILE_DISABLE=1"
    config = importlib.import_module(DYNAMO)
    if getattr(config, "disable", False):
        return "torch._dynamo.config.disable is set"
    stance = getattr(STANCE.get(), "stance", None)
    if stance in ("force_eager", "eager_on_recompile"):
        return f"torch.compiler.set_stance({stance!r}) is in force"
    return None


def recompile_limit() -> int | None:
    """How often a function may be compiled (``torch._dynamo.config.recompile_limit``)."""
    limit = getattr(importlib.import_module(DYNAMO), "recompile_limit", None)
    return limit if isinstance(limit, int) else None
