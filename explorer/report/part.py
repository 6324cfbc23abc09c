"""What one stage contributes to the document, and the store it puts its texts in."""

from __future__ import annotations

import hashlib

from explorer.report.base import Record
from explorer.report.document import StageRecord, Symbol
from explorer.report.finding import Finding
from explorer.report.link import Link
from explorer.report.timed import Timed


class Texts:
    """Texts by content hash, each stored once."""

    def __init__(self) -> None:
        self.by_key: dict[str, str] = {}

    def add(self, text: str) -> str:
        """Store ``text`` and return its key (16 hexadecimal digits of its SHA-256)."""
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        self.by_key.setdefault(key, text)
        return key


class Part(Record, frozen=True, kw_only=True):
    """The contribution of one stage. ``stages`` and ``symbols`` are by compile key.

    ``facts`` are by compile key too: fields of :class:`~explorer.report.document.Compilation` that this stage knows
    (``function``, ``place``, ``trigger``, ``reason``, ``status``, ``attempts``, ``restarts``, ``seconds``, …).
    ``report`` holds fields of :class:`~explorer.report.document.Report` that this stage alone fills (``timings``, …).
    ``timed`` is what was timed of the program's parts, for the ledger.
    """

    stages: dict[str, tuple[StageRecord, ...]] = {}
    symbols: dict[str, tuple[Symbol, ...]] = {}
    facts: dict[str, dict[str, object]] = {}
    findings: tuple[Finding, ...] = ()
    links: tuple[Link, ...] = ()
    report: dict[str, object] = {}
    timed: tuple[Timed, ...] = ()
