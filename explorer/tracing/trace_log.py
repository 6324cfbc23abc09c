"""Events from a ``TORCH_TRACE`` log, written by any process and any torch. Imports no torch.

A record is one glog line ``V1206 15:18:15.925000 1500233 torch/_dynamo/utils.py:1288] {JSON}`` and, when the JSON has
``has_payload``, the lines after it that start with a tab; ``has_payload`` is the MD5 of the payload
(torch/_logging/_internal.py, ``TorchLogsFormatter``).
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from explorer.errors import ReportError
from explorer.tracing.event import Event, compile_id_of, kind_of, plain

_PREFIX = re.compile(
    r"^(?:\[rank\d+\]:)?([VIWEC])(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d+) (\d+)\s+([^\s\]]+):(\d+)\] ?"
)


def read_log(path: str | os.PathLike[str], *, year: int | None = None) -> list[Event]:
    """The events of the log at ``path``, in order.

    The log carries no year and no time zone: ``year`` defaults to that of the file's last change, and times are read as
    UTC, so only differences between them mean something. Damaged records are kept as events of kind
    ``explorer.damaged`` with the line number. Raises ``ReportError`` when the file cannot be read or holds no record.
    """
    name = os.fspath(path)
    try:
        with open(name, encoding="utf-8", errors="replace", newline="") as file:
            lines = file.read().split("\n")
        when = year or datetime.fromtimestamp(os.stat(name).st_mtime, tz=UTC).year
    except OSError as error:
        raise ReportError(f"cannot read {name}: {error.strerror or error}") from None
    events = list(parse_log(lines, year=when))
    if not any(event.kind != "explorer.damaged" for event in events):
        raise ReportError(f"{name} is not a TORCH_TRACE log: no record in it")
    return events


def parse_log(lines: Iterable[str], *, year: int) -> Iterator[Event]:
    """Events from the lines of a log (without their line ends)."""
    strings: dict[int, str] = {}
    for number, head, payload in _records(lines):
        match = _PREFIX.match(head)
        if match is None:
            yield Event(kind="explorer.damaged", data={"line": number, "why": "no prefix"}, payload=head)
            continue
        try:
            metadata = msgspec.json.decode(head[match.end() :])
        except (msgspec.DecodeError, RecursionError) as error:
            yield Event(kind="explorer.damaged", data={"line": number, "why": str(error)}, payload=head)
            continue
        if not isinstance(metadata, dict):
            yield Event(kind="explorer.damaged", data={"line": number, "why": "not an object"}, payload=head)
            continue
        if "str" in metadata:
            _intern(metadata["str"], strings)
            continue
        yield _event(metadata, payload, match, strings, year)
        digest = metadata.get("has_payload")
        if digest and hashlib.md5((payload or "").encode(), usedforsecurity=False).hexdigest() != digest:
            why = "the payload is not the one that was written (MD5)"
            yield Event(kind="explorer.damaged", data={"line": number, "why": why}, payload=None)


def _records(lines: Iterable[str]) -> Iterator[tuple[int, str, str | None]]:
    head: str | None = None
    at = 0
    payload: list[str] = []
    for number, ended in enumerate(lines, 1):
        line = ended.removesuffix("\r")
        if line.startswith("\t") and head is not None:
            payload.append(line[1:])
        elif line:
            if head is not None:
                yield at, head, "\n".join(payload) if payload else None
            head, at, payload = line, number, []
    if head is not None:
        yield at, head, "\n".join(payload) if payload else None


def _intern(entry: Any, strings: dict[int, str]) -> None:
    if isinstance(entry, list) and len(entry) == 2 and isinstance(entry[1], int):
        strings[entry[1]] = str(entry[0])


def _event(
    metadata: dict[str, Any], payload: str | None, match: re.Match[str], strings: dict[int, str], year: int
) -> Event:
    kind = kind_of(metadata)
    data = plain(metadata.get(kind), strings)
    attempt, rank = metadata.get("attempt"), metadata.get("rank")
    stack = plain(metadata.get("stack") or [], strings)
    return Event(
        kind=kind,
        name=data.get("name") if kind == "artifact" and isinstance(data, dict) else None,
        data=data,
        payload=payload if metadata.get("has_payload") else None,
        compile_id=compile_id_of(metadata),
        attempt=attempt if isinstance(attempt, int) else 0,
        rank=rank if isinstance(rank, int) else None,
        stack=tuple(stack) if isinstance(stack, list) else (),
        time=_time(match, year),
        origin=f"{match[9]}:{match[10]}",
        thread=int(match[8]),
    )


def _time(match: re.Match[str], year: int) -> float:
    month, day, hour, minute, second = (int(match[i]) for i in range(2, 7))
    try:
        base = datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0
    return base + float("0." + match[7])
