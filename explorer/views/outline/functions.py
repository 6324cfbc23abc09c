"""The functions of a source text: their names and lines, found without running anything."""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass

_DEF = re.compile(r"^(?P<indent>[ \t]*)(?:async[ \t]+)?(?P<kind>def|class)[ \t]+(?P<name>\w+)")

_MAGIC = re.compile(r"^([ \t]*)(?:[\w., \t]+=[ \t]*)?[%!].*$", re.MULTILINE)

MODULE = "<module>"


@dataclass(frozen=True, slots=True)
class Function:
    """A function. ``start`` is the line of its ``def`` (or first decorator), ``body`` that of its first statement.

    ``end`` is its last line; ``skip`` are lines inside it that tell nothing: its docstring.
    """

    name: str
    start: int
    body: int
    end: int
    skip: frozenset[int] = frozenset()


def functions_of(text: str) -> tuple[Function, ...]:
    """Every function of ``text`` in order, inner ones too; magics are passed over. By indentation if not Python."""
    for candidate in (text, _MAGIC.sub(r"\1pass", text)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(candidate)
            return tuple(_walk(tree, ""))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return tuple(_by_indent(text))


def _walk(node: ast.AST, prefix: str) -> list[Function]:
    found: list[Function] = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}{child.name}"
            found.append(_function(child, name))
            found += _walk(child, f"{name}.")
        elif isinstance(child, ast.ClassDef):
            found += _walk(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.stmt | ast.ExceptHandler):
            found += _walk(child, prefix)
    return found


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> Function:
    start = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    end = node.end_lineno or node.lineno
    first, skip = node.body[0], frozenset[int]()
    if len(node.body) > 1 and isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        skip = frozenset(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    return Function(name=name, start=start, body=first.lineno, end=end, skip=skip)


def _by_indent(text: str) -> list[Function]:
    """Functions by the look of their lines: a body is what is indented deeper than its ``def``."""
    lines = text.split("\n")
    found: list[Function] = []
    owners: list[tuple[int, str]] = []
    for number, line in enumerate(lines, 1):
        match = _DEF.match(line)
        if match is None:
            continue
        indent = len(match["indent"].expandtabs())
        owners = [(depth, name) for depth, name in owners if depth < indent]
        name = ".".join([*(name for _, name in owners), match["name"]])
        owners.append((indent, match["name"]))
        if match["kind"] == "def":
            found.append(Function(name=name, start=number, body=number + 1, end=_end(lines, number, indent)))
    return found


def _end(lines: list[str], start: int, indent: int) -> int:
    end = start
    for number in range(start + 1, len(lines) + 1):
        line = lines[number - 1]
        if not line.strip():
            continue
        deeper = (
            len(line) - len(line.lstrip()) > 0 and len(line.expandtabs()) - len(line.expandtabs().lstrip()) > indent
        )
        if not deeper and line.lstrip()[:1] not in ")]}":
            break
        end = number
    return end


def innermost(functions: tuple[Function, ...], line: int) -> Function | None:
    """The innermost function that holds ``line``."""
    holding = [each for each in functions if each.start <= line <= each.end]
    return max(holding, key=lambda each: each.start) if holding else None
