"""A loop over the places where a mask holds: all places at once, and only those that it holds for are kept."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from explorer.edits.spot import Edit, Spot, names_in

_FLAT = ("flatten", "squeeze", "view", "reshape", "tolist", "unbind")


def loop_edits(spot: Spot) -> Iterator[Edit]:
    """``for i in mask.nonzero().flatten(): y[i] = f(x[i])`` becomes ``y[:] = torch.where(mask, f(x), y)``."""
    loop = spot.statement
    if not isinstance(loop, ast.For) or loop.orelse or len(loop.body) != 1 or not isinstance(loop.target, ast.Name):
        return
    mask = _mask(loop.iter)
    found = _element(loop.body[0], loop.target.id)
    if mask is None or found is None:
        return
    target, value = found
    if loop.target.id in names_in(value) or loop.target.id in names_in(mask):
        return
    columns = ast.Call(ast.Attribute(mask, "unsqueeze", ast.Load()), [ast.Constant(-1)], [])
    for shown in (mask, columns):
        line = f"{target}[:] = torch.where({ast.unparse(shown)}, {ast.unparse(value)}, {target})"
        yield spot.replaced("all places at once, those of the mask kept", [line])


def _mask(places: ast.expr) -> ast.expr | None:
    """The mask of ``mask.nonzero()`` or ``torch.nonzero(mask)``, whatever is done to its shape."""
    while True:
        if isinstance(places, ast.Subscript):
            places = places.value
        elif isinstance(places, ast.Call) and isinstance(places.func, ast.Attribute):
            function = places.func
            if function.attr in _FLAT:
                places = function.value
            elif function.attr == "nonzero":
                of_torch = isinstance(function.value, ast.Name) and function.value.id == "torch"
                return places.args[0] if of_torch and places.args else None if of_torch else function.value
            else:
                return None
        else:
            return None


def _element(statement: ast.stmt, index: str) -> tuple[str, ast.expr] | None:
    """The target of ``y[i] = value`` and the value for all ``i`` at once."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
    elif isinstance(statement, ast.AugAssign):
        target, value = statement.target, ast.BinOp(copy.deepcopy(statement.target), statement.op, statement.value)
    else:
        return None
    if not isinstance(target, ast.Subscript) or not _is_index(target.slice, index):
        return None
    return ast.unparse(target.value), _Whole(index).visit(copy.deepcopy(value))


class _Whole(ast.NodeTransformer):
    """``x[i]`` as ``x``."""

    def __init__(self, index: str) -> None:
        self._index = index

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """The whole of what is subscripted by the index."""
        self.generic_visit(node)
        return node.value if _is_index(node.slice, self._index) else node


def _is_index(node: ast.AST, index: str) -> bool:
    return isinstance(node, ast.Name) and node.id == index
