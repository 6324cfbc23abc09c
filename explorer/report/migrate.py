"""Old documents, brought up to the schema of today one step at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from explorer.report.document import SCHEMA

STEPS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""``STEPS[n]`` turns a document of schema ``n`` into one of ``n + 1``. Schema 1 is the first, so there is none yet."""


def migrate(raw: dict[str, Any], schema: int) -> dict[str, Any]:
    """``raw``, a decoded document of an older ``schema``, as today's."""
    for step in range(schema, SCHEMA):
        raw = STEPS[step](raw)
        raw["schema"] = step + 1
    return raw
