"""What a notebook stores for an exploration: text, HTML that needs nothing, and the document for our own viewer.

A notebook file keeps every output, so each of the three is bounded. A document that is too large as it is stands there
packed: ``{"schema", "program": {"name"}, "environment": {}, "packed"}``, where ``packed`` is the whole document as gzip
in base64. What does not fit then either is in a side file, and each of the three says so.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable
from typing import Any

from explorer.errors import ExplorerError
from explorer.report import Report, codec
from explorer.views.clean import one_line
from explorer.views.fitting import cut
from explorer.views.markup.blocks import Limits
from explorer.views.markup.document import SUMMARY, summary
from explorer.views.plain.document import write

MIME = "application/vnd.compile-explorer.v1+json"

MAX_BYTES = 256_000
"""The most bytes (UTF-8) of the JSON and of the HTML."""

TIERS = (
    SUMMARY,
    Limits(findings=20, lines=200, rows=20, text=10, texts=30),
    Limits(findings=10, lines=80, rows=10, text=2, texts=0),
    Limits(findings=3, lines=20, rows=3, text=0, texts=0),
)
"""How much the HTML shows: the first that fits is taken. The last one fits whatever the report holds."""

CUTS = ((1000, 2000), (300, 1000), (100, 300), (30, 200), (10, 100), (4, 60), (1, 40))
"""Longest list and longest text (characters) of an index: the first that fits is taken."""


def bundle(report: Report, *, width: int = 100, side_file: Callable[[Report], str]) -> dict[str, Any]:
    """The MIME bundle of ``report``.

    ``side_file`` saves the whole report and returns the file's name; it is called only when the report is too large.
    The JSON then holds an index and a key ``left_out`` that says what is missing and names the file.
    """
    data = codec.encode(report)
    document: dict[str, Any] = json.loads(data)
    if len(data) <= MAX_BYTES:
        return _bundle(report, document, width, "")
    packed = _packed(report, data)
    if _size(packed) <= MAX_BYTES:
        return _bundle(report, packed, width, "")
    name, line = _saved(report, side_file)
    return _bundle(report, index(document, name), width, line)


def _bundle(report: Report, document: dict[str, Any], width: int, line: str) -> dict[str, Any]:
    plain = write(report, width=width)
    return {
        "text/plain": f"{plain.rstrip()}\n  {line}" if line else plain.rstrip(),
        "text/html": _html(report, line),
        MIME: document,
    }


def _packed(report: Report, data: bytes) -> dict[str, Any]:
    """``data``, the JSON of ``report``, packed; its head opens as a report without anything in it."""
    letters = base64.b64encode(gzip.compress(data, compresslevel=6, mtime=0)).decode()
    name = one_line(report.program.name, 200)
    return {"schema": report.schema, "program": {"name": name}, "environment": {}, "packed": letters}


def _saved(report: Report, side_file: Callable[[Report], str]) -> tuple[str | None, str]:
    """The side file's name and the sentence about it."""
    try:
        name = one_line(side_file(report), 200)
    except (ExplorerError, OSError) as error:
        why = one_line(str(error), 200)
        return None, f"The whole report did not fit and could not be saved beside it ({why}): use x.save(path)."
    return name, f'The whole report is in {name}: explorer.load("{name}") opens it.'


def _html(report: Report, line: str) -> str:
    made = ""
    for limits in TIERS:
        made = summary(report, limits=limits, line=line)
        if len(made.encode()) <= MAX_BYTES:
            break
    return made


def index(document: dict[str, Any], side_file: str | None) -> dict[str, Any]:
    """``document`` with the user's own texts alone, its longest lists and texts cut to fit, and ``left_out``."""
    texts = _sources(document)
    left = len(document.get("texts", {})) - len(texts)
    left_out = {"file": side_file, "texts": left, "list": None, "text": None}
    whole = {**document, "texts": texts, "left_out": left_out}
    if _size(whole) <= MAX_BYTES:
        return whole
    for longest, characters in CUTS:
        smaller: dict[str, Any] = cut({**document, "texts": {}}, longest, characters)
        smaller["left_out"] = {**left_out, "texts": len(document.get("texts", {})), "list": longest, "text": characters}
        if _size(smaller) <= MAX_BYTES:
            return smaller
    name = cut(document["program"]["name"], 1, 40)
    return {"schema": document["schema"], "program": {"name": name}, "environment": {}, "left_out": left_out}


def _sources(document: dict[str, Any]) -> dict[str, str]:
    """The texts of the user's files and cells as long as they fit: a notebook compares its cells with them."""
    kept: dict[str, str] = {}
    room = MAX_BYTES // 4
    for source in document.get("sources", ()):
        key = source.get("text") or ""
        text = document.get("texts", {}).get(key, "")
        room -= len(text.encode("utf-8", "surrogatepass"))
        if text and room >= 0:
            kept[key] = text
    return kept


def _size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
