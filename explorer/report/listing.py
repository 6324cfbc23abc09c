"""Text with a language: user source, bytecode, generated code, assembly."""

from __future__ import annotations

from explorer.report.base import Record


class Anchor(Record, frozen=True, kw_only=True):
    """Lines ``line`` to ``end`` (both included, numbered as the listing is: see ``first_line``) belong to ``ref``."""

    line: int
    ref: str
    end: int | None = None


class Listing(Record, frozen=True, kw_only=True):
    """A text of the report. ``text`` is its key in ``Report.texts``; ``first_line`` is the number of its first line.

    ``language`` is one of ``python, bytecode, cpp, triton, ttir, ttgir, llvm, ptx, sass, asm, json, text``.
    ``file`` is where the text lies on the machine that compiled, when it does.
    """

    ref: str
    name: str
    language: str
    text: str
    first_line: int = 1
    file: str | None = None
    anchors: tuple[Anchor, ...] = ()
