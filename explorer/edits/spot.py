"""A statement in a source text, what stands around it, and putting others in its place."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass

from explorer.report.python_text import parsed


@dataclass(frozen=True)
class Edit:
    """``name`` says what was done, ``text`` is the whole source after it."""

    name: str
    text: str


@dataclass(frozen=True)
class Spot:
    """The innermost statement at ``line``: the list of statements that holds it, and its number in there."""

    text: str
    line: int
    body: list[ast.stmt]
    index: int

    @property
    def statement(self) -> ast.stmt:
        """The statement itself."""
        return self.body[self.index]

    @property
    def following(self) -> ast.stmt | None:
        """The one after it in the same block."""
        return self.body[self.index + 1] if self.index + 1 < len(self.body) else None

    def source(self) -> list[str]:
        """Its lines as they stand, without their common indent."""
        return textwrap.dedent("\n".join(self._lines(self.statement, self.statement))).split("\n")

    def replaced(self, name: str, new: Iterable[str], *, through: ast.stmt | None = None) -> Edit:
        """The text with the statement (``through`` a later one of its block) replaced by ``new`` lines."""
        lines = self.text.split("\n")
        first, last = self.statement, through or self.statement
        start, end = first.lineno - 1, last.end_lineno or last.lineno
        indent = lines[start][: first.col_offset]
        made = [f"{indent}{line}" if line else line for line in new]
        return Edit(name, "\n".join([*lines[:start], *made, *lines[end:]]))

    def _lines(self, first: ast.stmt, last: ast.stmt) -> list[str]:
        return self.text.split("\n")[first.lineno - 1 : last.end_lineno or last.lineno]


def find_spot(text: str, line: int) -> Spot | None:
    """The innermost statement at ``line``; None when the text is not Python or shares the line with another."""
    tree = parsed(text)
    if tree is None:
        return None
    best: Spot | None = None
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            found = getattr(node, name, None)
            body: list[ast.stmt] = found if isinstance(found, list) else []
            for index, each in enumerate(body):
                inside = isinstance(each, ast.stmt) and each.lineno <= line <= (each.end_lineno or each.lineno)
                if inside and (best is None or each.lineno >= best.statement.lineno):
                    best = Spot(text, line, body, index)
    if best is None or isinstance(best.statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom):
        return None
    before = text.split("\n")[best.statement.lineno - 1][: best.statement.col_offset]
    return best if not before.strip() else None


class Replace(ast.NodeTransformer):
    """Puts ``new`` in the place of ``old`` (the node itself, found by identity)."""

    def __init__(self, old: ast.AST, new: ast.expr) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The node, or what stands for it."""
        return self._new if node is self._old else super().generic_visit(node)


def names_in(node: ast.AST) -> set[str]:
    """The names that ``node`` reads or writes."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
