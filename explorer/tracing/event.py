"""The event: one record of torch's structured trace, live or from a log, and the trace that holds them in order.

A record's metadata has one key beside the reserved ones; that key is the kind (torch/_logging/_internal.py,
``trace_structured``). What torch does not trace we emit ourselves in the same shape, kinds ``explorer.*``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

import msgspec

from explorer.report.base import Record
from explorer.report.place import Place, is_library
from explorer.report.ref import compile_key

_TORCH_PARTS = frozenset(
    (
        *("_dynamo", "_functorch", "_higher_order_ops", "_inductor", "_library", "_meta_registrations.py", "_ops.py"),
        *("_prims_common", "_refs", "_subclasses", "_tensor.py", "ao", "autograd", "backends", "cuda", "distributed"),
        *("distributions", "functional.py", "fx", "jit", "nn", "optim", "overrides.py", "random.py", "sparse", "utils"),
    )
)
"""Where a name that torch shortened starts when it is a file of torch itself."""

RESERVED = frozenset(
    ["rank", "compiled_autograd_id", "frame_id", "frame_compile_id", "attempt", "has_payload", "stack", "subgraph_name"]
)


class Event(Record, frozen=True, kw_only=True):
    """One record. ``kind`` is torch's record type; for an ``artifact`` ``name`` is the artifact's name.

    ``data`` is the metadata under the kind, with interned file names replaced by the names themselves; ``payload`` the
    text; ``compile_id`` torch's (``"0/1"``, or None outside a compile); ``key`` the compile key in this trace; ``time``
    seconds since the epoch; ``origin`` the ``file:line`` in torch that emitted it; ``thread`` the emitting thread.
    """

    kind: str
    name: str | None = None
    data: Any = None
    payload: str | None = None
    compile_id: str | None = None
    key: str | None = None
    attempt: int = 0
    rank: int | None = None
    stack: tuple[dict[str, Any], ...] = ()
    time: float = 0.0
    origin: str = ""
    thread: int | None = None

    @property
    def label(self) -> str:
        """The kind, or for an artifact its name: what a stage looks events up by."""
        return self.name if self.kind == "artifact" and self.name else self.kind


def kind_of(metadata: Mapping[str, Any]) -> str:
    """The record type of a metadata mapping; ``"unknown"`` when only reserved keys are there."""
    return next((key for key in metadata if key not in RESERVED), "unknown")


def compile_id_of(metadata: Mapping[str, Any]) -> str | None:
    """torch's compile id as text: ``"0/1"``, ``"!0/1/0"`` under compiled autograd, None outside a compile."""
    frame, compiled = metadata.get("frame_id"), metadata.get("frame_compile_id")
    autograd = metadata.get("compiled_autograd_id")
    if frame is None and autograd is None:
        return None
    tail = f"{'-' if frame is None else frame}/{'-' if compiled is None else compiled}"
    return tail if autograd is None else f"!{autograd}/{tail}"


def plain(value: Any, strings: Mapping[int, str]) -> Any:
    """``value`` as JSON would hold it, with each interned ``filename`` number replaced by the name it stands for.

    Live metadata may hold any object; a log has what ``repr`` says of it (torch/_logging/_internal.py), and so have we.
    """
    if isinstance(value, dict):
        named = {str(key): plain(item, strings) for key, item in value.items()}
        if isinstance(named.get("filename"), int):
            named["filename"] = strings.get(named["filename"], f"<file {named['filename']}>")
        return named
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item, strings) for item in value]
    if isinstance(value, str):
        return value if type(value) is str else str.__str__(value)
    return value if value is None or isinstance(value, bool | int | float) else repr(value)


class Trace:
    """Events in order, with a compile key each, found by label.

    Ids restart after ``torch._dynamo.reset()``: a compile that starts again opens a new epoch, and the events that
    follow belong to it.
    """

    def __init__(self, events: Iterable[Event]) -> None:
        self.events: list[Event] = []
        self._by_label: dict[str, list[Event]] = {}
        self._epochs: dict[int | None, int] = {}
        self._started: dict[int | None, set[str]] = {}
        self._announced: set[tuple[int | None, str]] = set()
        for event in events:
            self._add(event)

    def _add(self, event: Event) -> None:
        key = self._key(event)
        if key != event.key:
            event = _replace_key(event, key)
        self.events.append(event)
        self._by_label.setdefault(event.label, []).append(event)

    def _key(self, event: Event) -> str | None:
        if event.compile_id is None:
            return None
        rank = event.rank
        if _begins(event):
            self._begin(event.compile_id, rank, announced=event.kind != "dynamo_start")
        return compile_key(event.compile_id, epoch=self._epochs.get(rank, 0), rank=rank)

    def _begin(self, compile_id: str, rank: int | None, *, announced: bool) -> None:
        """A compile begins, or is ``announced`` by a record that comes just before its ``dynamo_start``."""
        if (rank, compile_id) not in self._announced:
            started = self._started.setdefault(rank, set())
            if compile_id in started:
                self._epochs[rank] = self._epochs.get(rank, 0) + 1
                started.clear()
            started.add(compile_id)
        if announced:
            self._announced.add((rank, compile_id))
        else:
            self._announced.discard((rank, compile_id))

    def of(self, *labels: str) -> Iterator[Event]:
        """The events with one of ``labels`` (a kind, or an artifact's name), in order."""
        if len(labels) == 1:
            yield from self._by_label.get(labels[0], ())
            return
        wanted = set(labels)
        yield from (event for event in self.events if event.label in wanted)

    def labels(self) -> Iterable[str]:
        """Every label that occurs."""
        return self._by_label.keys()

    @cached_property
    def sources(self) -> dict[str, dict[str, Any]]:
        """What ``explorer.source`` events tell of each file: ``text``, ``cell_id``, ``execution_count``."""
        return {event.data["file"]: {**event.data, "text": event.payload} for event in self.of("explorer.source")}

    @cached_property
    def files(self) -> frozenset[str]:
        """Every file name in a stack of the trace or in ``explorer.source``, in full."""
        found: set[str] = set(self.sources)
        for event in self.events:
            if event.kind == "explorer.steps":  # thousands of steps, whose files are those of their frames
                _collect_files(event.data["frames"], found)
            elif event.kind != "chromium_event":
                _collect_files(event.data, found)
                _collect_files(event.stack, found)
        return frozenset(found)

    def full_name(self, short: str) -> str:
        """The full name of a file that torch shortened (in guards), or ``short`` when it is not known.

        torch cuts the common prefix with its own folder, and one more character when there is none
        (torch/_dynamo/guards.py, ``shorten_filename``), so the match is by the end of the name.
        """
        if short in self.files:
            return short
        matches = [file for file in self.files if file.endswith(short)]
        exact = [file for file in matches if file.endswith("/" + short)]
        found = exact or matches
        if found:
            return min(found, key=len)
        inside = self.torch_folder is not None and short.split("/", maxsplit=1)[0] in _TORCH_PARTS
        return f"{self.torch_folder}{short}" if inside else short

    @cached_property
    def torch_folder(self) -> str | None:
        """The folder of the torch that compiled, with its slash, known from the stacks of the trace."""
        mark = "/torch/_dynamo/"
        known = (file.split(mark, maxsplit=1)[0] for file in self.files if mark in file)
        folder = min(known, key=len, default=None)
        return None if folder is None else f"{folder}/torch/"

    def place(self, file: str, line: int | None, *, function: str | None = None, source: str | None = None) -> Place:
        """A place, with the notebook cell and the text of the line filled in where ``explorer.source`` tells them."""
        known = self.sources.get(file, {})
        if source is None and line is not None and known.get("text"):
            lines = known["text"].splitlines()
            source = lines[line - 1].strip() if 0 < line <= len(lines) else None
        return Place(
            file=file,
            line=line,
            function=function,
            source=source or None,
            cell_id=known.get("cell_id"),
            execution_count=known.get("execution_count"),
        )

    def user_frame(self, frames: Iterable[Mapping[str, Any]]) -> Mapping[str, Any] | None:
        """The innermost frame of a stack (outermost first, as torch orders it) that is the user's own code."""
        return next((frame for frame in reversed(list(frames)) if not is_library(str(frame.get("filename")))), None)

    @cached_property
    def cwd(self) -> str | None:
        """The working directory of the explored program, from ``explorer.program``; None when nothing tells it."""
        data = next((event.data for event in self.of("explorer.program")), None) or {}
        return str(data["cwd"]) if data.get("cwd") else None

    @property
    def start(self) -> float:
        """The time of the first event in seconds since the epoch; 0 for an empty trace."""
        return self.events[0].time if self.events else 0.0


def _begins(event: Event) -> bool:
    """Whether a compile begins with this record: Dynamo starts, or its time or the reason for it is told first."""
    if event.kind == "chromium_event":
        payload = event.payload or ""
        return '"name": "dynamo"' in payload[:40] and '"ph": "B"' in payload
    return event.kind == "dynamo_start" or event.label == "recompile_reasons"


def _collect_files(value: Any, found: set[str]) -> None:
    if isinstance(value, dict):
        name = value.get("filename")
        if isinstance(name, str) and "line" in value:
            found.add(name)
        for item in value.values():
            if isinstance(item, dict | list | tuple):
                _collect_files(item, found)
    elif isinstance(value, list | tuple):
        for item in value:
            if isinstance(item, dict | list | tuple):
                _collect_files(item, found)


def _replace_key(event: Event, key: str | None) -> Event:
    return msgspec.structs.replace(event, key=key)
