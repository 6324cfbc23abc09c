"""A tensor turned into a Python number: kept a tensor instead."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from explorer.edits.spot import Edit, Spot

_NUMBERS = ("float", "int", "bool")


def item_edits(spot: Spot) -> Iterator[Edit]:
    """``y.mean().item()`` and ``float(y.mean())`` become ``y.mean()``."""
    statement = spot.statement
    if isinstance(statement, ast.If | ast.For | ast.While | ast.With):
        return
    found = [node for node in ast.walk(statement) if _tensor(node) is not None]
    for nodes in ([found] if len(found) > 1 else []) + [[node] for node in found]:
        yield spot.replaced("keep the number a tensor", _kept(statement, nodes).split("\n"))


def _kept(statement: ast.stmt, nodes: list[ast.AST]) -> str:
    """The statement with the tensors in the place of ``nodes``."""
    return ast.unparse(_Keep({_where(node) for node in nodes}).visit(copy.deepcopy(statement)))


class _Keep(ast.NodeTransformer):
    """``tensor.item()`` as ``tensor`` at some places."""

    def __init__(self, places: set[object]) -> None:
        self._places = places

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The tensor, or the call with what is inside it visited."""
        tensor = _tensor(node) if _where(node) in self._places else None
        found: ast.AST = self.visit(tensor) if tensor is not None else self.generic_visit(node)
        return found


def _where(node: ast.AST) -> object:
    """Where a node stands; a copy stands at the same place."""
    return tuple(getattr(node, name, None) for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"))


def _tensor(node: ast.AST) -> ast.expr | None:
    """The tensor of ``tensor.item()`` or ``float(tensor)``."""
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "item" and not node.args:
        return node.func.value
    if isinstance(node.func, ast.Name) and node.func.id in _NUMBERS and len(node.args) == 1:
        return node.args[0] if not isinstance(node.args[0], ast.Constant) else None
    return None
