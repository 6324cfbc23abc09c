"""The text of the user's files and notebook cells that a trace names."""

from __future__ import annotations

import linecache
import re
from collections.abc import Iterable, Iterator
from typing import Any

from explorer.report.place import is_library
from explorer.tracing.cells import as_typed, cell_of
from explorer.tracing.event import Event, Trace

MAX_CHARACTERS = 2_000_000
"""A longer file is named without its text."""

_FILE_COMMENT = re.compile(r"# File: (.+?):\d+ in ")


def sources(events: Iterable[Event]) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Data and text of an ``explorer.source`` event for each user file in ``events``, in order of name."""
    trace = Trace(events)
    names = set(trace.files)
    for event in trace.of("dynamo_output_graph"):
        names.update(_FILE_COMMENT.findall(event.payload or ""))
    for event in trace.of("explorer.program", "explorer.probe", "explorer.precompiled"):
        names.add(str(event.data.get("file")))
    for name in sorted(names):
        if name in ("None", "") or is_library(name):
            continue
        cell = cell_of(name)
        text = "".join(linecache.getlines(name))
        text = text if cell is None else as_typed(text, cell)
        yield (
            {
                "file": name,
                "execution_count": cell.execution_count if cell else None,
                "cell_id": cell.cell_id if cell else None,
                "library": False,
            },
            text if 0 < len(text) <= MAX_CHARACTERS else None,
        )
