"""What ``fixed()`` of a sample changes against ``build()``, as a diff: read from the file, nothing is run."""

from __future__ import annotations

import ast
import difflib
import functools
import textwrap
from collections.abc import Iterable, Iterator

from explorer import samples
from explorer.errors import UsageError

_Definition = ast.ClassDef | ast.FunctionDef


@functools.cache
def change(name: str) -> str | None:
    """The lines that ``fixed()`` of the sample ``name`` takes away (``-``) and adds (``+``), with those around them.

    None when there is no such sample here, or it has no fix.
    """
    try:
        text = samples.path(name).read_text(encoding="utf-8")
    except (UsageError, OSError):
        return None
    return change_in(text)


def change_in(text: str) -> str | None:
    """The same for the text of a sample."""
    defined = {node.name: node for node in ast.parse(text).body if isinstance(node, _Definition)}
    build, fixed = defined.get("build"), defined.get("fixed")
    if not isinstance(build, ast.FunctionDef) or not isinstance(fixed, ast.FunctionDef):
        return None
    diffs = [line for before, after in _replaced(build, fixed) for line in _diff(*_texts(before, after, defined, text))]
    return "\n".join(diffs) or None


def _replaced(build: ast.FunctionDef, fixed: ast.FunctionDef) -> Iterator[tuple[str, str]]:
    """Pairs of expressions: what ``build()`` uses and ``fixed()`` puts in its place; empty where there was nothing."""
    defaults = _defaults(build)
    for call in _calls_of_build(fixed):
        given = dict(zip(defaults, call.args, strict=False)) | {word.arg or "": word.value for word in call.keywords}
        for name, value in given.items():
            yield f"{name} = {defaults[name]}", f"{name} = {ast.unparse(value)}"
    before, after = _entries(build), _entries(fixed)
    for key in ("model", "compile_kwargs"):
        if key in after and before.get(key) != after[key]:
            yield f"{key} = {before[key]}" if key in before else "", f"{key} = {after[key]}"


def _defaults(build: ast.FunctionDef) -> dict[str, str]:
    known = build.args
    positional = [argument.arg for argument in known.args]
    values = [*known.defaults, *(value for value in known.kw_defaults if value is not None)]
    names = positional[len(positional) - len(known.defaults) :] + [argument.arg for argument in known.kwonlyargs]
    return {name: ast.unparse(value) for name, value in zip(names, values, strict=True)}


def _calls_of_build(fixed: ast.FunctionDef) -> Iterator[ast.Call]:
    for node in ast.walk(fixed):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "build":
            yield node


def _entries(function: ast.FunctionDef) -> dict[str, str]:
    """The entries of the dicts that a function writes; a model that is made there, by the name of what makes it."""
    found: dict[str, str] = {}
    local = {
        target.id: value
        for node in ast.walk(function)
        if isinstance(node, ast.Assign)
        for target, value in _assigned(node)
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(function):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant):
                    found[str(key.value)] = _maker(value, local) if key.value == "model" else ast.unparse(value)
    return found


def _assigned(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def _maker(value: ast.expr, local: dict[str, ast.expr]) -> str:
    """``Block`` for ``Block(8).eval()``."""
    while True:
        if isinstance(value, ast.Name) and value.id in local:
            value = local.pop(value.id)
        elif isinstance(value, ast.Call):
            value = value.func
        elif isinstance(value, ast.Attribute) and isinstance(value.value, ast.Call):
            value = value.value
        else:
            return ast.unparse(value)


def _texts(before: str, after: str, defined: dict[str, _Definition], text: str) -> tuple[str, str]:
    """The code of both sides: of a function or of a class's methods where the file defines them."""
    old, new = (defined.get(side.rpartition(" = ")[2]) for side in (before, after))
    if isinstance(old, ast.FunctionDef) and isinstance(new, ast.FunctionDef):
        return _source(old, text), _source(new, text).replace(f"def {new.name}(", f"def {old.name}(")
    if isinstance(old, ast.ClassDef) and isinstance(new, ast.ClassDef):
        olds, news = _methods(old), _methods(new)
        if old.name in (ast.unparse(base) for base in new.bases):
            olds.pop("__init__", None)  # it still runs: the new one only adds to it
        return _together(olds, news, text), _together(news, news, text)
    return before, after


def _methods(node: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    return {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}


def _together(methods: dict[str, ast.FunctionDef], wanted: Iterable[str], text: str) -> str:
    return "\n\n".join(_source(methods[name], text) for name in wanted if name in methods)


def _source(node: _Definition, text: str) -> str:
    return textwrap.dedent("\n".join(text.split("\n")[node.lineno - 1 : node.end_lineno]))


def _diff(before: str, after: str) -> list[str]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=2, lineterm="")
    return [line for line in lines if not line.startswith(("---", "+++", "@@"))]
