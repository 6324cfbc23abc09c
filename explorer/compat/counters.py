"""Dynamo's counters and compile times, which users read: saved and put back."""

from __future__ import annotations

import copy
from typing import Any

from explorer.compat.private import Private

COUNTERS = Private(
    "torch._dynamo.utils:counters",
    "Dynamo's counters as they were",
    "torch._dynamo.utils.counters includes the compiles of this exploration",
)
TIMES = Private(
    "torch._dynamo.utils:compilation_time_metrics",
    "compile times as they were",
    "torch._dynamo.utils.compile_times() includes the compiles of this exploration",
)


def save() -> list[tuple[Any, dict[Any, Any]]]:
    """Each mapping of counters with a copy of its content."""
    mappings = (name.get() for name in (COUNTERS, TIMES))
    return [(mapping, copy.deepcopy(dict(mapping))) for mapping in mappings if mapping is not None]


def restore(saved: list[tuple[Any, dict[Any, Any]]]) -> None:
    """Put back what :func:`save` returned, in place: others hold the inner counters too."""
    for mapping, content in saved:
        for key in [key for key in mapping if key not in content]:
            del mapping[key]
        for key, value in content.items():
            inner = mapping[key]
            inner.clear()
            inner.extend(value) if isinstance(inner, list) else inner.update(value)
