"""A branch on the value of a tensor: both sides computed and one picked, or kept in the graph by ``torch.cond``."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from explorer.edits.spot import Edit, Replace, Spot, names_in

_OPERATORS = {ast.And: "torch.logical_and", ast.Or: "torch.logical_or"}


def branch_edits(spot: Spot) -> Iterator[Edit]:
    """``if`` with one assignment or return on each side, and ``a if test else b``."""
    statement = spot.statement
    if isinstance(statement, ast.If):
        yield from _statement(spot, statement)
        return
    for node in ast.walk(statement):
        if isinstance(node, ast.IfExp):
            for name, value in _picked(node.test, node.body, node.orelse):
                made = copy.deepcopy(statement)
                pairs = zip(ast.walk(made), ast.walk(statement), strict=True)
                twin = next(each for each, own in pairs if own is node)
                yield spot.replaced(name, ast.unparse(Replace(twin, value).visit(made)).split("\n"))


def _statement(spot: Spot, branch: ast.If) -> Iterator[Edit]:
    returned = _returned(spot, branch)
    if returned is not None:
        one, other, through = returned
        for name, value in _picked(branch.test, one, other):
            yield spot.replaced(name, [f"return {ast.unparse(value)}"], through=through)
        return
    pairs = _assigned(branch)
    if not pairs:
        return
    for number in range(2):
        made = [(target, list(_picked(branch.test, one, other))[number]) for target, one, other in pairs]
        lines = [f"{target} = {ast.unparse(value)}" for target, (_, value) in made]
        yield spot.replaced(made[0][1][0], lines)


def _returned(spot: Spot, branch: ast.If) -> tuple[ast.expr, ast.expr, ast.stmt] | None:
    """Both values of ``if test: return a`` with an else or a return after it, and the last statement replaced."""
    if len(branch.body) != 1 or not isinstance(branch.body[0], ast.Return) or branch.body[0].value is None:
        return None
    after = branch.orelse[0] if len(branch.orelse) == 1 else spot.following if not branch.orelse else None
    if not isinstance(after, ast.Return) or after.value is None:
        return None
    return branch.body[0].value, after.value, branch if branch.orelse else after


def _assigned(branch: ast.If) -> list[tuple[str, ast.expr, ast.expr]]:
    """Each name that a side assigns with its value on both; nothing where a side does more than that."""
    one, other = _assignments(branch.body), _assignments(branch.orelse)
    if one is None or other is None:
        return []
    names = list(dict.fromkeys((*one, *other)))
    values = [*one.values(), *other.values()]
    if len(names) > 1 and any(names_in(value) & set(names) for value in values):
        return []  # a later value would see the name that was just given
    plain = {name: ast.Name(name, ast.Load()) for name in names}
    return [(name, one.get(name, plain[name]), other.get(name, plain[name])) for name in names]


def _assignments(body: list[ast.stmt]) -> dict[str, ast.expr] | None:
    found: dict[str, ast.expr] = {}
    for each in body:
        if isinstance(each, ast.Assign) and len(each.targets) == 1 and isinstance(each.targets[0], ast.Name):
            name, value = each.targets[0].id, each.value
        elif isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name):
            name = each.target.id
            value = ast.BinOp(ast.Name(name, ast.Load()), each.op, each.value)
        elif isinstance(each, ast.Pass):
            continue
        else:
            return None
        if name in found:
            return None
        found[name] = value
    return found


def _picked(test: ast.expr, one: ast.expr, other: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """``torch.where(test, one, other)`` and ``torch.cond(test, lambda: one, lambda: other)``."""
    condition = _condition(test)
    yield "compute both sides, pick with torch.where", _call("torch.where", condition, one, other)
    sides = [ast.Lambda(_NOTHING, side) for side in (one, other)]
    yield "keep the branch in the graph with torch.cond", _call("torch.cond", condition, *sides)


_NOTHING = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])


def _condition(test: ast.expr) -> ast.expr:
    """The test as a tensor: ``not``, ``and`` and ``or`` would ask Python for its truth."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _call("torch.logical_not", _condition(test.operand))
    if isinstance(test, ast.BoolOp):
        first, *rest = map(_condition, test.values)
        for each in rest:
            first = _call(_OPERATORS[type(test.op)], first, each)
        return first
    return test


def _call(name: str, *args: ast.expr) -> ast.Call:
    function = ast.parse(name, mode="eval").body
    return ast.Call(function, list(args), [])
