"""Following compiles without keeping them: each one's records are handed on when it ends, and then forgotten.

One handler on torch's trace logger is all there is, so that a process which compiles nothing pays nothing.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

from explorer.compat.trace_logger import TraceLogger
from explorer.tracing.event import Event, compile_id_of
from explorer.tracing.live import event_of, owned

KEPT = frozenset(
    ("dynamo_start", "dynamo_graph_break_reason", "recompile_reasons", "dynamo_cpp_guards_str", "dynamo_output_graph")
)
"""What is kept of a compile until it ends, beside the record that ends it."""

ENDS = ("compilation_metrics", "bwd_compilation_metrics", "aot_autograd_backward_compilation_metrics")
"""The record of a compile's end, forward or backward; the metadata of the first are torch's summary of it."""


class Following(logging.Handler):
    """Calls ``ended`` with the events of each compile of the user's when it ends; ``error`` gets what that raises."""

    def __init__(self, ended: Callable[[list[Event]], None], error: Callable[[Exception], None]) -> None:
        super().__init__(logging.DEBUG)
        self._ended, self._error = ended, error
        self._logger = TraceLogger(self)
        self._running: dict[str, list[tuple[Any, ...]]] = {}

    def start(self) -> bool:
        """Begin; False when this torch cannot be followed."""
        return self._logger.attach()

    def stop(self) -> None:
        """End; torch's logger is as it was before."""
        self._logger.detach()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record, or hand a compile on (called by ``logging``)."""
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict) or "str" in metadata or owned(record.thread) or sys.is_finalizing():
            return
        kind = next((key for key in (*ENDS, "artifact", *KEPT) if key in metadata), None)
        label = metadata["artifact"].get("name") if kind == "artifact" else kind
        compile_id = compile_id_of(metadata)
        if compile_id is None or label not in (*KEPT, *ENDS):
            return
        kept = (metadata, getattr(record, "payload", None), record.created, "", record.thread)
        running = self._running.setdefault(compile_id, [])
        running.append(kept)
        if label in ENDS:
            del self._running[compile_id]
            self._hand_on(running)

    def _hand_on(self, running: list[tuple[Any, ...]]) -> None:
        try:
            strings = self._logger.strings()
            self._ended([event_of(kept, strings) for kept in running])
        except Exception as error:  # the compile itself goes on
            self._error(error)
