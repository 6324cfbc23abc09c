"""The document as JSON, and back: strict, bounded, and never executing what it reads."""

from __future__ import annotations

import codecs
import gzip
import io
import os
import zlib
from typing import Any

import msgspec

from explorer.errors import ReportError
from explorer.report.document import SCHEMA, Report
from explorer.report.migrate import migrate

MAX_BYTES = 1 << 30
"""A report larger than this (after decompression) is refused: 1 GiB."""

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Report)


def encode(report: Report) -> bytes:
    """The report as compact UTF-8 JSON. A lone surrogate, which UTF-8 cannot hold, is written out (``\\ud800``)."""
    try:
        return _encoder.encode(report)
    except UnicodeEncodeError:
        return msgspec.json.encode(_without_surrogates(msgspec.to_builtins(report)))


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(name): _without_surrogates(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_without_surrogates(item) for item in value]
    return value


def decode(data: bytes) -> Report:
    """Read a report from JSON.

    Raises ``ReportError`` when it is not JSON, not a report, of a newer schema, nested too deep or too large.
    """
    if len(data) > MAX_BYTES:
        raise ReportError(f"the report is larger than {MAX_BYTES >> 20} MiB: it will not be opened")
    data = data.removeprefix(codecs.BOM_UTF8)  # some editors put it there
    try:
        try:
            raw = msgspec.json.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ReportError(f"not a report: the JSON is damaged or cut off ({error})") from None
        if not isinstance(raw, dict) or "schema" not in raw or "program" not in raw:
            raise ReportError("not a report: it has no 'schema' and 'program'; save one with Exploration.save()")
        schema = raw["schema"]
        if isinstance(schema, bool) or not isinstance(schema, int) or schema < 1:
            raise ReportError(f"not a report: its schema is {schema!r}, not a positive whole number")
        if schema > SCHEMA:
            raise ReportError(
                f"this report has schema {schema}, made by a newer Compile Explorer; this one reads up to {SCHEMA}. "
                "Update it: pip install -U torch-compile-explorer"
            )
        if schema == SCHEMA:
            return _decoder.decode(data)
        return msgspec.convert(migrate(raw, schema), Report)
    except msgspec.ValidationError as error:
        raise ReportError(f"not a report: {error}") from None
    except RecursionError:
        raise ReportError("not a report: the JSON is nested too deep") from None


def write(report: Report, path: str | os.PathLike[str]) -> None:
    """Write ``path`` (``.json`` or ``.json.gz``) whole or not at all."""
    name = os.fspath(path)
    if not name.endswith((".json", ".json.gz")):
        raise ReportError(f"a report is saved as .json or .json.gz, not {os.path.basename(name)!r}")
    data = encode(report)
    if name.endswith(".gz"):
        data = gzip.compress(data, compresslevel=6, mtime=0)
    write_whole(name, data)


def write_whole(path: str, data: bytes) -> None:
    """Write ``data`` to ``path`` through a file beside it, so that a reader never sees half of it."""
    beside = f"{path}.{os.getpid()}.part"
    try:
        with open(beside, "wb") as file:
            file.write(data)
        os.replace(beside, path)
    except OSError as error:
        raise ReportError(f"cannot write {path}: {error.strerror or error}") from None
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


def read(path: str | os.PathLike[str]) -> Report:
    """Read a report from ``.json`` or ``.json.gz`` (known by its first bytes). Raises ``ReportError``."""
    name = os.fspath(path)
    try:
        with open(name, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise ReportError(f"cannot read {name}: {error.strerror or error}") from None
    if data[:2] == b"\x1f\x8b":
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
                data = stream.read(MAX_BYTES + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise ReportError(f"{name} is damaged or cut off: {error}") from None
    try:
        return decode(data)
    except ReportError as error:
        raise ReportError(f"{name}: {error}") from None
