"""A node of an FX graph as a line of Python, with the names that its arguments have when it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

LONGEST = 200
"""A line is cut after so many characters."""

Written = Callable[[], str]

_PLAIN = (int, float, bool, str, bytes, complex, type(None), type(...))


def code_of(node: Any) -> Written:
    """A function that writes the node as it is now; only the names are those of the moment of writing."""
    operation, target, args, kwargs = node.op, node.target, node.args, node.kwargs

    def written() -> str:
        if operation in ("placeholder", "get_attr"):
            return str(target)
        words = [_argument(each) for each in args]
        if operation == "output":
            return f"return {', '.join(words)}"
        head = name_of(target)
        if operation == "call_method" and words:
            head, words = f"{words[0]}.{target}", words[1:]
        elif operation == "call_module":
            head = f"self.{target}"
        words += [f"{name}={_argument(each)}" for name, each in kwargs.items()]
        return cut(f"{head}({', '.join(words)})", LONGEST)

    return written


def cut(text: str, most: int) -> str:
    """The first ``most`` characters, and how many more there are."""
    return text if len(text) <= most else f"{text[:most]}… {len(text) - most} more"


def name_of(target: Any) -> str:
    """What a node calls: ``torch.relu``, ``operator.add``, ``torch.ops.aten.add.Tensor``."""
    if isinstance(target, str):
        return target
    name = getattr(target, "__name__", None) or str(target)
    module = getattr(target, "__module__", None)
    if hasattr(target, "_schema") or hasattr(target, "overloadpacket"):
        return f"torch.ops.{target}"
    if module in (None, "builtins") and getattr(target, "__objclass__", None) is None:
        return name if module == "builtins" else f"torch.{name}"
    return f"{str(module).removeprefix('_') if module == '_operator' else module}.{name}"


def _argument(value: Any) -> str:
    if type(value) in _PLAIN:
        return repr(value)
    if hasattr(value, "op") and hasattr(value, "name"):  # a node
        return str(value.name)
    if isinstance(value, tuple | list):
        words = ", ".join(_argument(each) for each in value)
        return f"({words},)" if isinstance(value, tuple) and len(value) == 1 else _in(value, words)
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key!r}: {_argument(each)}' for key, each in value.items())}}}"
    if isinstance(value, slice):
        parts = [value.start, value.stop] + ([value.step] if value.step is not None else [])
        return ":".join("" if part is None else _argument(part) for part in parts)
    kind = type(value)
    return str(value) if kind.__module__.split(".")[0] == "torch" else kind.__name__


def _in(value: tuple[Any, ...] | list[Any], words: str) -> str:
    return f"({words})" if isinstance(value, tuple) else f"[{words}]"
