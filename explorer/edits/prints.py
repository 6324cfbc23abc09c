"""A print or a log message: kept for eager, left out while compiling."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from explorer.edits.spot import Edit, Spot

_LOGGING = frozenset(("debug", "info", "warning", "error", "critical", "exception", "log", "write", "warn"))


def print_edits(spot: Spot) -> Iterator[Edit]:
    """``print(…)`` and ``logger.info(…)`` under ``if not torch.compiler.is_compiling():``."""
    statement = spot.statement
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call) or not _tells(statement.value):
        return
    lines = ["if not torch.compiler.is_compiling():", *(f"    {line}" if line else line for line in spot.source())]
    yield spot.replaced("only when not compiling", lines)


def _tells(call: ast.Call) -> bool:
    callee = call.func
    if isinstance(callee, ast.Name):
        return callee.id == "print"
    return isinstance(callee, ast.Attribute) and callee.attr in _LOGGING
