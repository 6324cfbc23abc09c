"""One ``forward`` of a printed torch graph as nodes: parameters, then each statement with the comment above it."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from explorer.parse.fx_expr import dotted, in_place, names, what
from explorer.parse.fx_spec import read_spec
from explorer.parse.fx_text import UNREAD, GraphText
from explorer.report import Node, Place, TensorSpec

if TYPE_CHECKING:
    from explorer.parse.fx_graph import PlaceOf

_ORIGIN = re.compile(r"(?:^|\s)File: (.+?):(\d+)(?: in (.*?))?, code:(.*)$")
_REMARK = re.compile(r"\s\s#\s(.+)$")
_CALLED = re.compile(r"^([A-Za-z_][\w.]*)\(")
_FLATTEN = ("fx_pytree", "tree_flatten_spec")


class Body:
    """Reads the nodes of one ``forward``; ``modules`` are the paths of the modules that ran them, by node name."""

    def __init__(
        self, printed: GraphText, function: ast.FunctionDef, place: PlaceOf, modules: Mapping[str, str]
    ) -> None:
        self._printed = printed
        self._function = function
        self._place = place
        self._modules = modules
        self._origins = dict(self._read_origins())
        self._declared: dict[str, ast.AnnAssign] = {}
        self._nodes: dict[str, Node] = {}
        self._prefix = ""
        self._ref: Callable[[str], str] = str

    def nodes(self, prefix: str, ref: Callable[[str], str]) -> tuple[Node, ...]:
        """The nodes in order. ``prefix`` goes before each name; ``ref`` gives a node's ref by its name alone."""
        self._prefix, self._ref = prefix, ref
        for argument in self._parameters():
            self._add_parameter(argument)
        changed: ast.stmt | None = None
        for statement in self._function.body:
            self._read(statement, changed)
            changed = statement if in_place(statement) else None
        return tuple(self._nodes.values())

    def _read(self, statement: ast.stmt, changed: ast.stmt | None) -> None:
        match statement:
            case ast.Return(value=value) if value is not None:
                self._add_output(statement, value)
            case ast.AnnAssign(target=ast.Name(id=name), value=None):
                self._declared[name] = statement
            case ast.AnnAssign(target=ast.Name(id=name), value=value) if value is not None:
                self._assign(name, value, statement, changed)
            case ast.Assign(targets=[ast.Tuple(elts=elements)], value=ast.Call(func=function)):
                if dotted(function) == _FLATTEN:
                    self._replace_parameters(elements)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not _is_none(value):
                self._assign(name, value, statement, changed)

    def _assign(self, name: str, value: ast.expr, statement: ast.stmt, changed: ast.stmt | None) -> None:
        if changed is not None and isinstance(value, ast.Name):
            self._add(name, ("call_function", in_place(changed) or ""), changed, statement)
        elif isinstance(value, ast.Name) and value.id in self._nodes:
            self._rename(value.id, name)
        elif isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == UNREAD:
            self._add_unread(name, value, statement)
        else:
            self._add(name, what(value, self._nodes), value, statement)

    def _add(
        self, name: str, made_by: tuple[str, str], value: ast.stmt | ast.expr, at: ast.stmt, code: str | None = None
    ) -> None:
        self._put(
            name,
            op=made_by[0],
            target=made_by[1],
            code=self._printed.segment(value) if code is None else code,
            inputs=self._inputs(value),
            place=self._origins.get(value.lineno),
            line=value.lineno,
            **_described(_text(at.annotation) if isinstance(at, ast.AnnAssign) else None),
        )

    def _add_unread(self, name: str, value: ast.Call, statement: ast.stmt) -> None:
        printed = self._printed.expression(statement.lineno)
        called = _CALLED.match(printed)
        target = called[1] if called else "unknown"
        self._add(name, ("call_function", target), value, statement, printed)

    def _add_output(self, statement: ast.Return, value: ast.expr) -> None:
        notes = [f"{name}: {note}" for name, note in self._remarks(statement)]
        # FX numbers the output when a value of the user has its name (torch/fx/graph.py, ``_Namespace.create_name``)
        names = itertools.chain(("output",), (f"output_{number}" for number in itertools.count(1)))
        self._put(
            next(name for name in names if name not in self._nodes),
            op="output",
            target="output",
            code=self._printed.segment(value),
            inputs=self._inputs(value),
            line=statement.lineno,
            note="\n".join(notes) or None,
        )

    def _remarks(self, statement: ast.Return) -> Iterator[tuple[str, str]]:
        """The values that are returned one a line, each with the comment behind it."""
        for number in range(statement.lineno, (statement.end_lineno or statement.lineno) + 1):
            line = self._printed.lines[number - 1]
            remark = _REMARK.search(line)
            if remark:
                yield line[: remark.start()].strip().rstrip(","), remark[1].strip()

    def _parameters(self) -> list[tuple[ast.arg, str]]:
        given = self._function.args
        plain = [(argument, argument.arg) for argument in [*given.posonlyargs, *given.args] if argument.arg != "self"]
        stars = [(given.vararg, "*"), (given.kwarg, "**")]
        packed = [(argument, f"{mark}{argument.arg}") for argument, mark in stars if argument is not None]
        return plain + packed + [(argument, argument.arg) for argument in given.kwonlyargs]

    def _add_parameter(self, parameter: tuple[ast.arg, str]) -> None:
        argument, target = parameter
        self._put_parameter(argument.arg, target, argument.lineno, _text(argument.annotation))

    def _replace_parameters(self, elements: list[ast.expr]) -> None:
        """The function takes nested containers; the placeholders are the names that they are flattened into."""
        self._nodes.clear()
        for element in elements:
            if isinstance(element, ast.Name):
                declared = self._declared.get(element.id)
                line = declared.lineno if declared else element.lineno
                self._put_parameter(element.id, element.id, line, _text(declared.annotation) if declared else None)

    def _put_parameter(self, name: str, target: str, line: int, annotation: str | None) -> None:
        described = _described(annotation)
        remark = _REMARK.search(self._printed.lines[line - 1])
        if remark:
            described["note"] = "; ".join(filter(None, (remark[1].strip(), described["note"])))
        self._put(name, op="placeholder", target=target, line=line, **described)

    def _rename(self, target: str, name: str) -> None:
        """``l_x_ = L_x_``: the parameter keeps its name as target, the node is called ``l_x_``."""
        self._nodes = {
            name if old == target else old: msgspec.structs.replace(node, name=self._prefix + name, ref=self._ref(name))
            if old == target
            else node
            for old, node in self._nodes.items()
        }

    def _put(self, name: str, **fields: Any) -> None:
        module = self._modules.get(name)
        self._nodes[name] = Node(ref=self._ref(name), name=self._prefix + name, module=module, **fields)

    def _inputs(self, value: ast.AST) -> tuple[str, ...]:
        return tuple(self._ref(name) for name in dict.fromkeys(names(value)) if name in self._nodes)

    def _read_origins(self) -> Iterator[tuple[int, Place | None]]:
        """For each line of the function, the place that the last comment above it names."""
        current: Place | None = None
        end = self._function.end_lineno or self._function.lineno
        for number in range(self._function.lineno, end + 1):
            line = self._printed.lines[number - 1].strip()
            if line.startswith("#"):
                current = self._origin(line)
            yield number, current

    def _origin(self, comment: str) -> Place | None:
        match = _ORIGIN.search(comment)
        if match is None:
            return None
        return self._place(match[1], int(match[2]), function=match[3], source=match[4].strip() or None)


def _described(annotation: str | None) -> dict[str, Any]:
    """The fields of a node that its annotation gives: ``specs``, and ``note`` for a symbolic number."""
    spec = read_spec(annotation) if annotation else None
    specs: tuple[TensorSpec, ...] = (spec,) if spec else ()
    return {"specs": specs, "note": annotation if spec and spec.shape is None else None}


def _text(annotation: ast.expr | None) -> str | None:
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return annotation.value
    return None


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
