"""What Dynamo's variable trackers stand for, in words: read from their fields alone, so that the run stays as it is.

A lazy tracker answers an unknown attribute by realizing itself, which would add guards
(torch/_dynamo/variables/lazy.py): only ``__dict__`` is read here.
"""

from __future__ import annotations

import types
from typing import Any

from explorer.compat.fx_code import cut

LONGEST = 100
"""A constant is cut after so many characters."""

_PLAIN = (int, float, bool, str, bytes, complex, type(None), type(...), slice)


class Values:
    """Numbers for trackers: what reads the same has the same number. ``table`` holds what each number means."""

    def __init__(self) -> None:
        self.table: list[dict[str, Any]] = []
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._known: dict[int, tuple[Any, Any, int]] = {}
        self._settled: dict[int, tuple[Any, int]] = {}
        self._nodes: dict[int, Any] = {}

    def number(self, tracker: Any) -> int:
        """The number of a tracker as it is now."""
        settled = self._settled.get(id(tracker))
        if settled is not None:
            return settled[1]
        real = _realized(tracker)
        fields = getattr(real, "__dict__", {})
        state = _mutable_part(fields)
        known = self._known.get(id(real))
        if known is not None and known[1] == state:
            number = known[2]
        else:
            number = self._intern(_describe(real, fields))
            self._known[id(real)] = (real, state, number)
        if state is None and "_cache" not in fields:  # it is no container, and as real as it will be
            self._settled[id(tracker)] = (tracker, number)
        return number

    def freeze(self) -> None:
        """Nodes by the names that they have now."""
        for number, node in self._nodes.items():
            self.table[number]["node"] = node.name

    def forget(self) -> None:
        """Let go of the trackers and nodes."""
        self._known.clear()
        self._settled.clear()
        self._nodes.clear()
        self._numbers.clear()

    def _intern(self, facts: dict[str, Any]) -> int:
        node = facts.pop("node", None)
        key = (id(node), *facts.items())
        if key not in self._numbers:
            self._numbers[key] = len(self.table)
            self.table.append(facts)
            if node is not None:
                self._nodes[self._numbers[key]] = node
        return self._numbers[key]


def tensor_facts(node: Any) -> dict[str, Any]:
    """``dtype`` and ``shape`` of what a node makes, as far as Dynamo knows."""
    return _tensor(getattr(node, "meta", {}).get("example_value"))


def _realized(tracker: Any) -> Any:
    """The tracker behind a lazy one that was looked at; else the tracker itself."""
    cache = getattr(tracker, "__dict__", {}).get("_cache")
    behind = getattr(cache, "__dict__", {}).get("vt")
    return tracker if behind is None else behind


def _mutable_part(fields: dict[str, Any]) -> Any:
    items = fields.get("items")
    return len(items) if isinstance(items, list | dict) else None


def _describe(tracker: Any, fields: dict[str, Any]) -> dict[str, Any]:
    """Kind, text, dtype, shape, node and source of a tracker; what is not known is left out."""
    kind = type(tracker).__name__.removesuffix("Tracker").removesuffix("Variable") or "Variable"
    found: dict[str, Any] = {"kind": kind}
    proxy = fields.get("proxy")
    node = getattr(proxy, "__dict__", {}).get("node")
    if "_cache" in fields:
        value = getattr(fields["_cache"], "__dict__", {}).get("value")
        found |= _tensor(value) or {"text": _object(value)}
    elif node is not None and "sym_num" not in fields:
        found |= {"node": node, **_tensor(node.meta.get("example_value"))}
    elif kind == "Range":
        found["text"] = f"range({', '.join(_words(vars(each)) for each in fields.get('items', ()))})"
    else:
        found |= {"text": _words(fields), "node": node}
    source = _source(fields.get("source"))
    return {name: value for name, value in {**found, "source": source}.items() if value not in (None, "")}


def _words(fields: dict[str, Any]) -> str:
    items = fields.get("items")
    if "sym_num" in fields:
        return cut(str(fields["sym_num"]), LONGEST)
    if isinstance(items, list | tuple | dict):
        return f"{len(items)} items" if len(items) != 1 else "1 item"
    if "obj" in fields and isinstance(fields.get("name"), str):
        return f".{fields['name']}"  # an attribute that is looked up when it is called
    for name in ("value", "fn", "fn_ptr", "module_type", "name"):
        if name in fields:
            return _object(fields[name])
    return ""


def _object(value: Any) -> str:
    """A Python object in words; the user's own ``__repr__`` is not called."""
    kind = type(value)
    if kind in _PLAIN:
        try:
            return cut(repr(value), LONGEST)
        except ValueError:  # an int of more digits than Python prints
            return f"an int of {value.bit_length()} bits" if kind is int else kind.__name__
    if isinstance(value, types.ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, type):
        return f"class {value.__qualname__}"
    name = _plain_name(value)
    return f"function {name}" if name and callable(value) else kind.__qualname__


def _plain_name(value: Any) -> str | None:
    functions = types.FunctionType, types.BuiltinFunctionType, types.MethodType, types.MethodDescriptorType
    if not isinstance(value, functions):
        return None
    name = value.__qualname__.removeprefix("_VariableFunctionsClass.")  # torch.relu and the like
    module = getattr(value, "__module__", None) or ("torch" if name != value.__qualname__ else "")
    return f"{module}.{name}" if module.split(".")[0] == "torch" else name


def _tensor(value: Any) -> dict[str, Any]:
    """``dtype`` and ``shape`` of a plain tensor or of Dynamo's stand-in for one."""
    if type(value).__module__.split(".")[0] != "torch" or not hasattr(type(value), "__torch_function__"):
        return {}
    try:
        shape = tuple(size if type(size) is int else str(size) for size in value.shape)
        return {"dtype": str(value.dtype).removeprefix("torch."), "shape": shape}
    except Exception:  # a tensor without storage or shape
        return {}


def _source(source: Any) -> str | None:
    try:
        name = source.name if not callable(getattr(source, "name", None)) else source.name()
    except Exception:  # a source that torch cannot name
        return None
    return cut(str(name), LONGEST) if source is not None and name else None
