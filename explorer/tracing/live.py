"""Live capture: everything torch's structured trace says while code compiles, as events."""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from explorer.compat.trace_logger import TRACE_LOG, TraceLogger
from explorer.tracing.event import RESERVED, Event, compile_id_of, plain

Listener = Callable[[Event], None]
_OWNERS: dict[int, LiveTrace] = {}
"""The exploration that runs in each thread: what it compiles is no part of another one."""
_NOTHING: Mapping[str, Callable[[types.FrameType], None]] = {}

_INDUCTOR = frozenset({"before_pre_grad_graph", "before_joint_graph", "fx_graph_runnable", "before_post_grad_graph"})
"""The first records of Inductor, whatever it is asked to do."""


class LiveTrace(logging.Handler):
    """Collects records between :meth:`start` and :meth:`stop`.

    A record is kept as it is and turned into an :class:`Event` at the end, when every interned file name is known, so
    that compiling pays for little more than a list append. ``listener`` is told of each event at once; an error in
    it is kept in ``broken`` and ends the telling, never the compile (so are those of the next two in ``failed``, by
    what they were asked about). ``on_record`` holds, by record type, what is given
    the stack in which torch emits such a record; ``on_inductor`` is called when Inductor begins to work, for every
    record that tells it. One that is ``alone`` owns what its thread compiles: no other one hears it.
    """

    def __init__(
        self,
        listener: Listener | None = None,
        *,
        on_record: Mapping[str, Callable[[types.FrameType], None]] = _NOTHING,
        on_inductor: Callable[[], None] | None = None,
        alone: bool = False,
    ) -> None:
        super().__init__(logging.DEBUG)
        self._on_record = on_record
        self._alone = alone
        self._around: LiveTrace | None = None
        self._on_inductor = on_inductor
        self._records: list[tuple[dict[str, Any], str | None, float, str, int | None] | Event] = []
        self._listener = listener
        self._logger = TraceLogger(self)
        self._muted: int | None = None
        self.broken: Exception | None = None
        self.failed: dict[str, Exception] = {}

    def start(self) -> bool:
        """Begin, in this thread; False when this torch cannot be captured live, and then there is nothing to stop."""
        if not self._logger.attach():
            return False
        self._around = _OWNERS.get(threading.get_ident())
        if self._alone:
            _OWNERS[threading.get_ident()] = self
        return True

    def stop(self) -> None:
        """End, in the same thread; torch's logger is as it was before."""
        if self._alone:
            _OWNERS.pop(threading.get_ident(), None)
            if self._around is not None:
                _OWNERS[threading.get_ident()] = self._around
        self._logger.detach()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one record of torch (called by ``logging``)."""
        metadata = getattr(record, "metadata", None)
        if not isinstance(metadata, dict) or "str" in metadata or not self._hears(record.thread):
            return
        kept = (
            metadata,
            getattr(record, "payload", None),
            record.created,
            f"{record.pathname}:{record.lineno}",
            record.thread,
        )
        self._records.append(kept)
        for kind, told in self._on_record.items():
            if kind in metadata:
                self._ask(kind, told, sys._getframe(1))
        if self._on_inductor is not None and _names(metadata) in _INDUCTOR:
            self._ask("inductor", self._on_inductor)
        if self._listener is not None:
            self._tell(event_of(kept, {}))

    def _ask(self, about: str, told: Callable[..., None], *given: Any) -> None:
        """Call ``told``, once more never after an error in it: torch would take that for one of the compile."""
        if about in self.failed:
            return
        try:
            told(*given)
        except Exception as error:
            self.failed[about] = error

    def note(self, kind: str, data: Any = None, payload: str | None = None, *, compile_id: str | None = None) -> None:
        """Add an event of our own (kind ``explorer.*``). One that belongs to a compile is muted with it."""
        if compile_id is not None and not self._hears(threading.get_ident()):
            return
        event = Event(
            kind=f"explorer.{kind}",
            data=data,
            payload=payload,
            compile_id=compile_id,
            rank=_rank() if compile_id is not None else None,
            time=time.time(),
            thread=threading.get_ident(),
        )
        self._records.append(event)
        self._tell(event)

    @contextlib.contextmanager
    def muted(self) -> Iterator[None]:
        """Leave out what this thread compiles in the body."""
        before, self._muted = self._muted, threading.get_ident()
        try:
            yield
        finally:
            self._muted = before

    def events(self) -> list[Event]:
        """Everything so far, in order."""
        strings = self._logger.strings()
        return [kept if isinstance(kept, Event) else event_of(kept, strings) for kept in self._records]

    def hears_this_thread(self) -> bool:
        """Whether what this thread compiles now belongs to this trace."""
        return self._hears(threading.get_ident())

    def _hears(self, thread: int | None) -> bool:
        """Not what a probe compiles, nor what belongs to another exploration that runs in that thread."""
        owner = _OWNERS.get(thread or 0)
        # a capture inside an exploration hears what that exploration runs
        return thread != self._muted and owner in (None, self, None if self._alone else self._around)

    def _tell(self, event: Event) -> None:
        if self._listener is None or self.broken is not None:
            return
        try:
            self._listener(event)
        except Exception as error:
            self.broken = error


def _rank() -> int | None:
    """The rank that torch writes into its own records (torch/_logging/_internal.py, ``trace_structured``)."""
    distributed: Any = sys.modules.get("torch.distributed")
    if distributed is None or not distributed.is_available() or not distributed.is_initialized():
        return None
    return int(distributed.get_rank())


def _names(metadata: dict[str, Any]) -> str | None:
    """The name of an artifact."""
    artifact = metadata.get("artifact")
    return artifact.get("name") if isinstance(artifact, dict) else None


def is_available() -> bool:
    """Whether this torch has the trace that live capture reads."""
    return TRACE_LOG.get() is not None


def owned(thread: int | None) -> bool:
    """Whether an exploration runs in that thread: what it compiles is its own, not the user's."""
    return (thread or 0) in _OWNERS


def event_of(kept: tuple[dict[str, Any], str | None, float, str, int | None], strings: dict[int, str]) -> Event:
    """One record of torch (metadata, payload, time, origin, thread) as an event."""
    metadata, payload, created, origin, thread = kept
    kind = next((key for key in metadata if key not in RESERVED), "unknown")
    data = metadata.get(kind)
    if kind != "chromium_event":  # its metadata is empty, and there are a thousand of them
        data = plain(data, strings)
    rank = metadata.get("rank")
    return Event(
        kind=kind,
        name=data.get("name") if kind == "artifact" and isinstance(data, dict) else None,
        data=data,
        payload=payload,
        compile_id=compile_id_of(metadata),
        attempt=metadata.get("attempt") or 0,
        rank=rank if isinstance(rank, int) else None,
        stack=tuple(plain(metadata.get("stack") or (), strings)),
        time=created,
        origin=origin,
        thread=thread,
    )
