"""The versions of a function side by side: what each expects of the values that made Dynamo compile it again."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from explorer.report.document import Compilation, Report, Source
from explorer.report.finding import Finding
from explorer.report.guard import Guard
from explorer.report.place import Place
from explorer.report.python_text import parsed

_SIZES = re.compile(r"\bsize=\[([^\]]*)\]")
_STRIDES = re.compile(r"\bstride=\[([^\]]*)\]")
_RANGE = re.compile(r"^\[(?P<low>-?\w+), (?P<high>-?\w+)\]$")
_LOCAL = re.compile(r"\bL\[\s*['\"]([^'\"]*)['\"]\s*\]")
_EQUAL = re.compile(r" == (.+)$", re.DOTALL)
_ATTRIBUTE = re.compile(r"\.(\w+)$")
_OF_A_PART = re.compile(r"^hasattr\(|\.(size|stride|storage_offset)\(\)")
_LENGTH = "RECOMPILE_LENGTH"
_BY_VALUE = frozenset(
    f"RECOMPILE_{what}" for what in ("INT", "INT_ATTRIBUTE", "FLOAT", "STRING", "BOOL", "NONE", "VALUE", "LENGTH")
)
"""Recompiles because of a value that a guard compares with ``==``."""


@dataclass(frozen=True)
class Version:
    """One compile of the function. ``because`` is why it was made in words, ``at`` the user's line that was running."""

    id: str
    key: str
    call: int | None
    inputs: tuple[str, ...]
    seconds: float | None
    status: str
    because: str
    at: Place | None


@dataclass(frozen=True)
class Cell:
    """What a version expects of a value (``4``, ``any ≥ 2``, ``any``; empty when it is not known).

    ``failed`` is the id of the version that was made because the value was another here; ``got`` is that value.
    """

    expects: str = ""
    failed: str | None = None
    got: str | None = None


@dataclass(frozen=True)
class Value:
    """A value that made the function be compiled again: the guard's line, and the user's lines that change it."""

    name: str
    place: Place | None
    changed_at: tuple[Place, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Versions:
    """The versions of one function, in order; ``left`` is how many more there may be (None: the limit is unknown)."""

    function: str
    limit: int | None
    left: int | None
    versions: tuple[Version, ...]
    values: tuple[Value, ...]


def version_tables(report: Report) -> tuple[Versions, ...]:
    """A table for each function that was compiled more than once."""
    frames: dict[str, list[Compilation]] = {}
    for each in report.compilations:
        frames.setdefault(each.key.rpartition("/")[0], []).append(each)
    found = {finding.compilations[0]: finding for finding in report.findings if finding.kind == "recompile"}
    return tuple(
        _table(report, parts, [found[each.key] for each in parts if each.key in found])
        for parts in frames.values()
        if any(each.key in found for each in parts)
    )


def _table(report: Report, parts: list[Compilation], findings: list[Finding]) -> Versions:
    because = {finding.compilations[0]: str(finding.attributes.get("what") or "") for finding in findings}
    limit = next((int(found) for each in findings if (found := each.attributes.get("limit")) is not None), None)
    used = sum(each.status != "limit" for each in parts)
    grouped: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        facts = finding.attributes
        grouped.setdefault((facts.get("source") or facts.get("what"), _dimension(finding)), []).append(finding)
    return Versions(
        function=next((each.function for each in parts if each.function), "unknown function"),
        limit=limit,
        left=max(0, limit - used) if limit is not None else None,
        versions=tuple(_version(report, each, because.get(each.key, "first call")) for each in parts),
        values=tuple(_value(report, parts, group) for group in grouped.values()),
    )


def _version(report: Report, each: Compilation, because: str) -> Version:
    calls = report.program.calls
    inputs = calls[each.call].inputs if each.call is not None and each.call < len(calls) else ()
    return Version(each.id, each.key, each.call, inputs, each.seconds, each.status, because, each.called_from)


def _dimension(finding: Finding) -> object:
    dimension = finding.attributes.get("dimension")
    return None if dimension is None else (finding.code == "RECOMPILE_STRIDE", str(dimension))


def _value(report: Report, parts: list[Compilation], findings: list[Finding]) -> Value:
    first = findings[0]
    failed = {str(each.attributes.get("failed")): each for each in findings}
    cells = []
    for each in parts:
        finding = failed.get(each.id)
        expects = _expects(each, first)
        if finding is not None and not expects:
            expects = str(finding.attributes.get("old") or "")
        if not expects and first.code in _BY_VALUE and _has_guards(each):
            expects = "any"  # no guard of this version is about the value
        new = next((other for other in findings if other.compilations[0] == each.key), None)
        if not expects and new is not None and each.status != "limit":
            expects = str(new.attributes.get("new") or "")
        made = finding.attributes.get("compile_id") if finding is not None else None
        got = finding.attributes.get("new") if finding is not None else None
        cells.append(Cell(expects, str(made) if made is not None else None, str(got) if got is not None else None))
    return Value(_name(first), first.place, changed_at(report, first), tuple(cells))


def _name(finding: Finding) -> str:
    facts = finding.attributes
    source, dimension = facts.get("source"), facts.get("dimension")
    if source is None:
        return str(facts.get("what") or finding.code)
    if dimension is not None:
        return f"{source}.{'stride' if finding.code == 'RECOMPILE_STRIDE' else 'size'}({dimension})"
    return f"len({source})" if finding.code == _LENGTH else str(source)


# -- what one version expects, from its own guards


def _expects(each: Compilation, finding: Finding) -> str:
    source, dimension = finding.attributes.get("source"), finding.attributes.get("dimension")
    if not isinstance(source, str):
        return ""
    guards = [guard for stage in each.stages if stage.stage == "guards" for guard in stage.guards]
    about = [guard for guard in guards if guard.path == source]
    if finding.code == "RECOMPILE_NONE" and any(guard.expression.startswith("check_tensor(") for guard in about):
        return "a tensor"
    if dimension is not None:
        return _of_dimension(each, about, source, int(str(dimension)), finding.code)
    length = finding.code == _LENGTH
    whole = (guard for guard in about if not _OF_A_PART.search(guard.expression))
    matches = (_EQUAL.search(guard.expression) for guard in whole if _is_length(guard) == length)
    return next((match[1] for match in matches if match is not None), "")


def _has_guards(each: Compilation) -> bool:
    return any(stage.guards for stage in each.stages if stage.stage == "guards")


def _is_length(guard: Guard) -> bool:
    return guard.expression.startswith("len(")


def _of_dimension(each: Compilation, guards: list[Guard], source: str, dimension: int, code: str) -> str:
    pattern = _STRIDES if code == "RECOMPILE_STRIDE" else _SIZES
    listed = next((found for guard in guards if (found := pattern.search(guard.expression))), None)
    sizes = [size.strip() for size in listed[1].split(",")] if listed is not None else []
    if dimension >= len(sizes):
        return ""
    return sizes[dimension] if sizes[dimension] != "None" else _dynamic(each, guards, f"{source}.size()[{dimension}]")


def _dynamic(each: Compilation, guards: list[Guard], name: str) -> str:
    """The range of a dynamic size: that of its symbol, narrowed by the conditions among the guards."""
    low, high = 2, None
    for symbol in each.symbols:
        match = _RANGE.match(symbol.range or "")
        if match is not None and _LOCAL.sub(r"\1", symbol.source or "") == name:
            low = int(match["low"]) if match["low"].lstrip("-").isdigit() else low
            high = int(match["high"]) if match["high"].isdigit() else high
    quoted = re.escape(name)
    for guard in guards:
        plain = _LOCAL.sub(r"\1", guard.expression)
        if bound := re.search(rf"(?:^|\b)(\d+) <= {quoted}", plain):
            low = max(low, int(bound[1]))
        if bound := re.search(rf"{quoted} <= (\d+)", plain):
            high = int(bound[1]) if high is None else min(high, int(bound[1]))
    return f"any ≥ {low}" if high is None or high > 2**31 else f"{low} to {high}"


# -- the user's lines that change it


def changed_at(report: Report, finding: Finding) -> tuple[Place, ...]:
    """The user's lines that give the value another: assignments outside ``__init__``, or a function defined again.

    Found in the sources, so an assignment to an attribute of that name on another object is among them.
    """
    source = finding.attributes.get("source")
    if not isinstance(source, str) or finding.attributes.get("dimension") is not None:
        return ()
    is_code = finding.code == "RECOMPILE_CODE"
    attribute = _ATTRIBUTE.search(source)
    name = attribute[1] if attribute is not None else source
    found: list[Place] = []
    for each in sorted(report.sources, key=lambda each: each.execution_count or 0):
        if not each.library:
            text = report.texts.get(each.text or "", "")
            lines = _definitions(text, name) if is_code else _assignments(text, name, attribute=attribute is not None)
            found += [_place(each, text, line) for line in lines]
    return tuple(found[-1:] if is_code else found[:3])


def _place(source: Source, text: str, line: int) -> Place:
    return Place(
        file=source.file,
        line=line,
        cell_id=source.cell_id,
        execution_count=source.execution_count,
        source=text.splitlines()[line - 1].strip(),
    )


def _assignments(text: str, name: str, *, attribute: bool) -> Iterator[int]:
    for function, node in _statements(text):
        if function == "__init__":
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        for target in targets:
            if attribute and isinstance(target, ast.Attribute) and target.attr == name:
                yield node.lineno
            if not attribute and isinstance(target, ast.Name) and target.id == name and function is None:
                yield node.lineno


def _definitions(text: str, name: str) -> Iterator[int]:
    for _, node in _statements(text):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            yield node.lineno


def _statements(text: str) -> Iterator[tuple[str | None, ast.stmt]]:
    """Every statement with the name of the function that holds it; none where the text is not Python."""
    tree = parsed(text)
    if tree is not None:
        yield from _inside(tree, None)


def _inside(node: ast.AST, function: str | None) -> Iterator[tuple[str | None, ast.stmt]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield function, child
        yield from _inside(child, child.name if isinstance(child, ast.FunctionDef) else function)
