"""The printed text of a torch graph as a Python syntax tree, whatever its class is called and whatever it mentions.

The text is Python, except for class names such as ``<lambda>`` or ``0`` and for the ``repr`` of objects that are no
expressions. Both are replaced by valid text, of the same length where columns matter.
"""

from __future__ import annotations

import ast
import re

_CLASS = re.compile(r"^(\s*class )(.+?)(\(torch\.nn\.Module\):.*)$")
_OBJECT = re.compile(r"<([A-Za-z_][^<>\n'\"]*)>")
_STATEMENT = re.compile(r"^(\s*)(?:([A-Za-z_]\w*(?:\s*:\s*\"[^\"]*\")?) = |return )(.*?)(?:;  [\w = ]+ = None)?$")
_NAME = re.compile(r"(?<![.\w'\"])[A-Za-z_]\w*(?![\w'\"(]| = )")

UNREAD = "__unread__"
"""The function that stands in the tree for an expression that is no Python; its arguments are the names in it."""


class GraphText:
    """The lines of a graph's text and its syntax tree (None when there is none); ``problem`` says what is wrong."""

    def __init__(self, text: str) -> None:
        self.lines = text.replace("\r\n", "\n").split("\n")
        self.problem: str | None = None
        plain = [_valid_class(line) for line in self.lines]
        self.tree = _parse(plain)
        if self.tree is None:
            self.problem = "parts of the graph's text are not Python; they were read by line"
            self.tree = _parse([_mended(line) for line in plain])
        if self.tree is None or not self.tree.body:
            self.problem = "the graph's text is not in the form that torch prints: no nodes could be read"

    def class_name(self, defined: ast.ClassDef) -> str:
        """The name of a class as printed."""
        match = _CLASS.match(self.lines[defined.lineno - 1])
        return match[2] if match else defined.name

    def segment(self, part: ast.stmt | ast.expr) -> str:
        """The original text of ``part``. Columns in the tree count bytes of UTF-8."""
        first, last = part.lineno - 1, (part.end_lineno or part.lineno) - 1
        tail = _bytes(self.lines[last])[: part.end_col_offset]
        if first == last:
            return tail[part.col_offset :].decode("utf-8", "replace")
        head = _bytes(self.lines[first])[part.col_offset :]
        return "\n".join(
            [head.decode("utf-8", "replace"), *self.lines[first + 1 : last], tail.decode("utf-8", "replace")]
        )

    def expression(self, line: int) -> str:
        """The text behind the ``=`` of a statement that is no Python."""
        match = _STATEMENT.match(self.lines[line - 1])
        return match[3] if match else self.lines[line - 1].strip()


def _bytes(line: str) -> bytes:
    return line.encode("utf-8", "surrogatepass")


def _valid_class(line: str) -> str:
    match = _CLASS.match(line)
    if match is None or match[2].isidentifier():
        return line
    name = re.sub(r"\W", "_", match[2])
    return f"{match[1]}{'_' + name[1:] if name[0].isdigit() else name}{match[3]}"


def _parse(lines: list[str]) -> ast.Module | None:
    try:
        return ast.parse("\n".join(lines))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _mended(line: str) -> str:
    """The line with what is no Python replaced: objects by strings of their length, else the expression by UNREAD."""
    line = _OBJECT.sub(r"'\1'", line)
    match = _STATEMENT.match(line)
    if match is None or line.rstrip().endswith(("(", "[", "{")) or _parse([line.strip()]) is not None:
        return line
    indent, assigned, expression = match.groups()
    used = ", ".join(dict.fromkeys(_NAME.findall(expression)))
    if _parse([f"({used})"]) is None:
        used = ""
    return f"{indent}{assigned + ' =' if assigned else 'return'} {UNREAD}({used})"
