"""Running the body of ``%%compile_explain`` as the shell would run it as a cell of its own."""

from __future__ import annotations

import ast
import io
import tokenize
from dataclasses import dataclass
from types import CodeType
from typing import Any

from explorer.errors import UsageError

TOP_LEVEL_AWAIT = "a %% cell cannot await at its top: write `with explorer.capture() as x:` in an ordinary cell instead"
_COROUTINE = 0x80  # CO_COROUTINE
_NO_CODE = (tokenize.ENDMARKER, tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT)


@dataclass(frozen=True)
class Cell:
    """Code objects, in order, with the names they use; the last one shows its value unless the cell ends in ``;``."""

    codes: tuple[CodeType, ...]
    shell: Any

    def run(self) -> None:
        """Run it in the user's namespace. What the user's code raises goes through."""
        with self.shell.display_trap:  # the shell's displayhook: Out[n] and _
            for code in self.codes:
                exec(code, self.shell.user_global_ns, self.shell.user_ns)


def prepare(shell: Any, line: str, body: str) -> Cell:
    """Compile the body of a cell magic whose first line was ``%%compile_explain LINE``.

    The first line stays as a comment, so that line numbers are those of the cell that the user sees. Raises the
    user's ``SyntaxError``.
    """
    stacked = body.lstrip().startswith("%%")
    raw = f"%%compile_explain {line}".rstrip() + "\n" + body
    text = shell.transform_cell(body if stacked else f"#{raw}")
    name = shell.compile.cache(text, number_of_cell(shell), raw_code=raw)
    tree = shell.transform_ast(shell.compile.ast_parse(text, filename=name))
    codes = tuple(
        _compile(shell, part, name) for part in _parts(tree, shell.ast_node_interactivity, without_semicolon(body)[1])
    )
    return Cell(codes, shell)


def without_semicolon(text: str) -> tuple[str, bool]:
    """The code up to a ``;`` at its end, and whether there is one: in IPython it means that no value is shown."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text, False
    last = next((token for token in reversed(tokens) if token.type not in _NO_CODE), None)
    if last is None or last.string != ";":
        return text, False
    lines = text.splitlines(keepends=True)[: last.start[0]]
    return "".join(lines[:-1]) + lines[-1][: last.start[1]], True


def number_of_cell(shell: Any) -> int:
    """The execution count of the cell that runs now."""
    result = shell.displayhook.exec_result
    number = getattr(result, "execution_count", None)
    return int(shell.displayhook.prompt_count if number is None else number)


def _parts(tree: ast.Module, interactivity: str, silenced: bool) -> list[ast.Module | ast.Interactive]:
    """The statements, grouped as IPython's ``ast_node_interactivity`` wants their values shown."""
    parts: list[ast.Module | ast.Interactive] = []
    for index, node in enumerate(tree.body):
        last = index == len(tree.body) - 1
        shown = {"all": True, "last": last, "last_expr": last, "last_expr_or_assign": last}.get(interactivity, False)
        if shown and not silenced and (isinstance(node, ast.Expr) or interactivity in ("all", "last")):
            parts.append(ast.Interactive([node]))
        elif parts and isinstance(parts[-1], ast.Module):
            parts[-1].body.append(node)
        else:
            parts.append(ast.Module([node], []))
    return parts


def _compile(shell: Any, part: ast.Module | ast.Interactive, name: str) -> CodeType:
    mode = "single" if isinstance(part, ast.Interactive) else "exec"
    with shell.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
        code: CodeType = shell.compile(part, name, mode)
    if code.co_flags & _COROUTINE:
        raise UsageError(TOP_LEVEL_AWAIT)
    return code
