"""What a front end that holds only an index asks for, answered from the frozen report. Pure: any thread may call."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from explorer.report import Report, codec

MOST_LIVE = 2_000_000
"""The most characters of texts that are sent again and again while a compile runs."""

MOST_TEXTS = 500
"""The most texts that one question gets."""


def answer(report: Report, question: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to ``question``, an untrusted message ``{"kind", "number", …}``; ``number`` is repeated.

    ``{"kind": "texts", "keys": [...]}`` gets ``{"texts": {key: text}}`` of the keys that exist, and
    ``{"kind": "report"}`` gets ``{"report": …}``, the document with no texts but those of the user's files. Anything
    else gets ``{"error": sentence}``.
    """
    kind, number = question.get("kind"), question.get("number")
    head = {"kind": kind if isinstance(kind, str) else "", "number": number if isinstance(number, int) else 0}
    if kind == "texts":
        return {**head, "texts": texts(report, question.get("keys"))}
    if kind == "report":
        return {**head, "report": without_texts(report)}
    return {**head, "error": "this Compile Explorer does not know that question"}


def live_report(report: Report) -> dict[str, Any] | None:
    """The document for a view that watches the compile, with its texts as far as they are not too many.

    None while nothing is compiled yet.
    """
    if not report.compilations:
        return None
    size = sum(map(len, report.texts.values()))
    document: dict[str, Any] = json.loads(codec.encode(report)) if size <= MOST_LIVE else without_texts(report)
    return document


def texts(report: Report, keys: object) -> dict[str, str]:
    """The texts under those of ``keys`` that exist."""
    wanted = keys[:MOST_TEXTS] if isinstance(keys, list) else []
    return {key: report.texts[key] for key in wanted if isinstance(key, str) and key in report.texts}


def without_texts(report: Report) -> dict[str, Any]:
    """The document as JSON values, its texts left out but those of the user's own files, which every view shows."""
    own = {source.text for source in report.sources}
    kept = {key: report.texts[key] for key in report.texts if key in own}
    document: dict[str, Any] = json.loads(codec.encode(msgspec.structs.replace(report, texts=kept)))
    return document
