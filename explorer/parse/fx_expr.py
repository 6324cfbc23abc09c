"""What one printed expression of a torch graph is: the operation, its target, and the names it uses in order.

``torch.fx`` prints functions, methods, submodules, attributes and operators in different ways
(torch/fx/graph.py, ``emit_node``); here each becomes the op and target of the node again.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.MatMult: "matmul",
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
    ast.Is: "is_",
    ast.IsNot: "is_not",
}
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert", ast.Not: "not_"}


def what(expression: ast.expr, nodes: Container[str]) -> tuple[str, str]:
    """The FX op and target of ``expression``. ``nodes`` are the names of nodes, which tell a method from a function.

    An operator is named as in Python's ``operator`` module: ``sum_1 > 0`` is ``("call_function", "operator.gt")``.
    """
    if isinstance(expression, ast.Call):
        return _called(expression, nodes)
    if isinstance(expression, ast.Attribute):
        root, path = dotted(expression)
        if root == "self":
            return "get_attr", path
        return ("call_function", "getattr") if root is None or root in nodes else ("get_attr", f"{root}.{path}")
    return "call_function", _operator(expression)


def in_place(statement: ast.stmt) -> str | None:
    """The target of a statement that changes its first operand: ``x += y``, ``x[i] = y``; None for any other."""
    if isinstance(statement, ast.AugAssign):
        return f"operator.i{_BINARY[type(statement.op)].rstrip('_')}"
    if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript):
        return "operator.setitem"
    return None


def names(tree: ast.AST) -> Iterator[str]:
    """Every name in ``tree``, in the order in which it is written."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name):
            yield node.id
        elif not isinstance(node, ast.Constant):
            waiting.extend(reversed(_parts(node)))


def _parts(node: ast.AST) -> list[ast.AST]:
    """What ``node`` consists of, in order. The common kinds are named here, since the general way is slow."""
    if isinstance(node, ast.Call):
        return [node.func, *node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, ast.Attribute):
        return [node.value]
    if isinstance(node, ast.List | ast.Tuple):
        return list(node.elts)
    return list(ast.iter_child_nodes(node))


def dotted(expression: ast.expr) -> tuple[str | None, str]:
    """Root and path of an attribute chain, ``getattr(x, "0")`` read as ``x.0``; root None when it is not a name."""
    path: list[str] = []
    while True:
        if isinstance(expression, ast.Attribute):
            path.append(expression.attr)
            expression = expression.value
        elif (step := _literal_getattr(expression)) is not None:
            path.append(step[1])
            expression = step[0]
        else:
            break
    return (expression.id if isinstance(expression, ast.Name) else None), ".".join(reversed(path))


def _literal_getattr(expression: ast.expr) -> tuple[ast.expr, str] | None:
    match expression:
        case ast.Call(func=ast.Name(id="getattr"), args=[base, ast.Constant(value=str(name))], keywords=[]):
            return base, name
    return None


def _called(call: ast.Call, nodes: Container[str]) -> tuple[str, str]:
    if _literal_getattr(call) is not None:
        root, path = dotted(call)
        return ("get_attr", path) if root == "self" else ("call_function", "getattr")
    root, path = dotted(call.func)
    if not path:
        return "call_function", root or "unknown"
    if root == "self":
        return "call_module", path
    if root is None or root in nodes:
        return "call_method", path
    return "call_function", f"{root}.{path}"


def _operator(expression: ast.expr) -> str:
    if isinstance(expression, ast.Subscript):
        return "operator.getitem"
    if isinstance(expression, ast.BinOp):
        return f"operator.{_BINARY[type(expression.op)]}"
    if isinstance(expression, ast.UnaryOp):
        return f"operator.{_UNARY[type(expression.op)]}"
    if isinstance(expression, ast.Compare):
        return f"operator.{_COMPARE.get(type(expression.ops[0]), 'contains')}"
    return "unknown"
