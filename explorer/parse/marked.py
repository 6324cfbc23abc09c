"""The expression that begins where Dynamo marks a line: torch tells where it begins, but not where it ends."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Literal

_GOES_ON = ("(", "[", ".")


def narrowed(text: str, told: str) -> str:
    """The expression at the start of ``text``, the rest of a line; ``told`` is what torch says of the break.

    Of calls that begin at the same place (``x.sum().item()``) it is the one whose name torch says. An expression that
    goes on in the next line is left as it is.
    """
    whole = _parsed(text, "exec")
    if isinstance(whole, ast.Module) and whole.body:
        first = whole.body[0]
        text = ast.get_source_segment(text, first) or text
        if not isinstance(first, ast.Expr):
            return text
    found = _longest(text)
    if found is None:
        return text
    node, length = found
    if text[length:].lstrip().startswith(_GOES_ON):
        return text
    words = set(re.findall(r"\w+", told))
    starts = [each for each in ast.walk(node) if isinstance(each, ast.Call) and each.col_offset == 0]
    named = next((each for each in starts if _name(each) in words), None)
    return ast.get_source_segment(text[:length], named or node) or text


def _longest(text: str) -> tuple[ast.expr, int] | None:
    """The longest start of ``text`` that is an expression, and its length."""
    for length in range(len(text), 0, -1):
        if text[length - 1 : length + 1].isidentifier() and length < len(text):
            continue  # in the middle of a name
        tree = _parsed(text[:length], "eval")
        if isinstance(tree, ast.Expression) and (not isinstance(tree.body, ast.Tuple) or text.startswith("(")):
            return tree.body, length
    return None


def _parsed(text: str, mode: Literal["exec", "eval"]) -> ast.mod | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode=mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _name(call: ast.Call) -> str:
    """``item`` of ``x.item()``, ``print`` of ``print()``."""
    return ast.unparse(call.func).rpartition(".")[2]
