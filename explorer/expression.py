"""What the user wrote, evaluated where their names live: one expression, or the parts of one call."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from explorer.compat.backend import unwrap
from explorer.errors import UsageError

_MISSING = object()


@dataclass(frozen=True)
class Scope:
    """The names an expression may use, and the place it stands at (for the user's tracebacks and lambdas)."""

    names: dict[str, Any]
    local_names: MutableMapping[str, Any] | None = None
    file: str = "<expression>"
    line: int = 1

    def evaluate(self, node: ast.expr) -> Any:
        """The value of ``node``. What the user's code raises goes through."""
        __tracebackhide__ = True  # IPython leaves frames with this name out of a traceback
        expression = ast.fix_missing_locations(ast.Expression(node))
        return eval(compile(expression, self.file, "eval"), self.names, self.local_names)

    def arguments(self, call: ast.Call) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The positional and keyword arguments of ``call``, evaluated in Python's order, unpacking included."""
        __tracebackhide__ = True
        positional = self.evaluate(ast.copy_location(ast.Tuple(call.args, ast.Load()), call))
        named: dict[str, Any] = {}
        for keyword in call.keywords:
            value = self.evaluate(keyword.value)
            more = {keyword.arg: value} if keyword.arg is not None else dict(value)
            for name in more:
                if not isinstance(name, str):
                    raise TypeError(f"keywords must be strings, not {name!r}")
                if name in named:
                    raise TypeError(f"{ast.unparse(call.func)} got multiple values for keyword argument {name!r}")
            named.update(more)
        return positional, named

    def look_up(self, node: ast.expr, hidden: frozenset[str] = frozenset()) -> Any:
        """The object that a plain name, attribute or constant subscript stands for, without calling anything.

        The module's ``_MISSING`` when it is not that simple, not there, or a name in ``hidden``.
        """
        if isinstance(node, ast.Name) and node.id not in hidden:
            places: list[Mapping[str, Any]] = [self.local_names or {}, self.names, vars(builtins)]
            return next((place[node.id] for place in places if node.id in place), _MISSING)
        try:
            if isinstance(node, ast.Attribute):
                owner = self.look_up(node.value, hidden)
                return _MISSING if owner is _MISSING else getattr(owner, node.attr)
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                owner = self.look_up(node.value, hidden)
                return _MISSING if owner is _MISSING else owner[node.slice.value]
        except Exception:  # the same access fails again, and in the user's face, when the expression is evaluated
            return _MISSING
        return _MISSING


def parse(text: str, scope: Scope, *, what: str = "the expression") -> ast.expr:
    """``text`` as one expression. Raises ``UsageError`` in one line when it is not."""
    try:
        body = ast.parse(text.strip(), scope.file, "eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        why = error.msg if isinstance(error, SyntaxError) else str(error) or type(error).__name__
        raise UsageError(f"{what} is not one Python expression ({why}): {text.strip()}") from None
    ast.increment_lineno(body, scope.line - 1)
    return body


@dataclass(frozen=True)
class EagerArgument:
    """A call within the explored one that runs a module of its own, before and outside of it."""

    text: str
    module: str


def eager_arguments(call: ast.Call, scope: Scope) -> Iterator[EagerArgument]:
    """The calls of modules, and of what ``torch.compile`` made, within the callee and the arguments of ``call``."""
    for part in (call.func, *call.args, *(keyword.value for keyword in call.keywords)):
        for inner in _calls(part):
            callee = scope.look_up(inner.func, _bound_inside(part))
            name = None if callee is _MISSING else _module_name(callee)
            if name is not None:
                yield EagerArgument(ast.unparse(inner), name)


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    if isinstance(node, ast.Lambda):
        return
    if isinstance(node, ast.Call):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _calls(child)


def _bound_inside(node: ast.AST) -> frozenset[str]:
    """Names that a comprehension or a walrus within ``node`` binds: they are not the ones of the scope."""
    return frozenset(
        name.id for name in ast.walk(node) if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    )


def _module_name(callee: Any) -> str | None:
    """The type name when calling ``callee`` runs an ``nn.Module`` or compiled code, else None. Imports no torch."""
    torch = sys.modules.get("torch")
    if torch is None or not callable(callee) or isinstance(callee, type):
        return None
    owner = getattr(callee, "__self__", None)
    if isinstance(owner, torch.nn.Module) and getattr(callee, "__name__", "") == "forward":
        return type(owner).__name__
    original, _ = unwrap(callee)
    if isinstance(original, torch.nn.Module):
        return type(original).__name__
    return getattr(original, "__name__", type(original).__name__) if original is not callee else None
