"""The user's source as Python: parsed without running anything, a notebook's magics passed over."""

from __future__ import annotations

import ast
import re
import warnings

_MAGIC = re.compile(r"^([ \t]*)(?:[\w., \t]+=[ \t]*)?[%!].*$", re.MULTILINE)


def without_magics(text: str) -> str:
    """The text of a notebook's cell as Python of as many lines: each magic is a ``pass``."""
    return _MAGIC.sub(r"\1pass", text)


def parsed(text: str) -> ast.Module | None:
    """The syntax tree of ``text`` as it stands, else without its magics; None when it is not Python."""
    for candidate in (text, without_magics(text)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(candidate)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None
