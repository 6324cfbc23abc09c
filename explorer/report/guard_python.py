"""A guard as Python that a person could write: ``type(x).__name__ == 'Tensor' and tuple(x.shape) == (8, 64)``.

It says what Dynamo checks in C++ and can be evaluated with the arguments of the function, its globals and ``torch``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from explorer.report.guard import Guard

_ROOT = re.compile(r"\b[LG]\[\s*['\"]([A-Za-z_]\w*)['\"]\s*\]")
_CHILD = re.compile(r"\.(?:_modules|_parameters|_buffers|__dict__)\[['\"]([A-Za-z_]\w*)['\"]\]")
_TENSOR = re.compile(
    r"^check_tensor\((?P<value>.+?), (?P<kind>[\w.]+), (?:DispatchKeySet\((?P<keys>.*?)\), )?torch\.(?P<dtype>\w+), "
    r"device=(?P<device>[\w:]+), requires_grad=(?P<grad>\w+), "
    r"size=\[(?P<size>[^\]]*)\], stride=\[(?P<stride>[^\]]*)\]\)$"
)
_IDENTITY = re.compile(
    r"^___check_(?P<what>obj|type)_id\((?P<value>.+), (?P<id>\d+)\), type=<class '(?P<type>[^']+)'>$"
)
_CONTAINS = re.compile(r"^(?P<not>not )?___dict_contains\((?P<key>'[^']*'), (?P<value>.+)\)$")


def as_python(guard: Guard) -> str | None:
    """The guard as one Python expression; None for what cannot be said in one (global state, hooks of torch)."""
    text = guard.expression
    tensor, identity, contains = _TENSOR.match(text), _IDENTITY.match(text), _CONTAINS.match(text)
    if tensor is not None:
        made = _tensor(tensor)
    elif identity is not None:
        value = _value(identity["value"])
        name = identity["type"].rpartition(".")[2]
        made = (
            f"type({value}).__name__ == {name!r}" if identity["what"] == "type" else f"id({value}) == {identity['id']}"
        )
    elif contains is not None:
        made = f"{contains['key']} {'not in' if contains['not'] else 'in'} {_value(contains['value'])}"
    else:
        made = _value(text)
    return made if _is_plain(made) else None


def expression(guards: Iterable[Guard]) -> str:
    """All that can be said of ``guards`` as one expression, a condition a line; ``True`` when nothing can."""
    conditions = dict.fromkeys(made for guard in guards if (made := as_python(guard)) is not None)
    return "(\n    " + "\n    and ".join(conditions) + "\n)" if conditions else "True"


def _value(source: str) -> str:
    """``L['self']._modules['drop'].p`` as ``self.drop.p``."""
    return _CHILD.sub(r".\1", _ROOT.sub(r"\1", source))


def _tensor(match: re.Match[str]) -> str:
    value = _value(match["value"])
    conditions = [
        f"type({value}).__name__ == {match['kind'].rpartition('.')[2]!r}",
        f"{value}.dtype == torch.{match['dtype']}",
    ]
    if match["device"] not in ("None", "cpu"):
        conditions.append(f"{value}.device.index == {match['device']}")
    grad = f"torch.is_grad_enabled() and {value}.requires_grad"
    conditions.append(f"({grad})" if match["grad"] == "True" else f"not ({grad})")
    conditions += _sizes(f"{value}.shape", match["size"]) + _sizes(f"{value}.stride()", match["stride"])
    return " and ".join(conditions)


def _sizes(name: str, listed: str) -> list[str]:
    """Conditions on sizes or strides; one that is None may be anything."""
    sizes = [size.strip() for size in listed.split(",") if size.strip()]
    if "None" not in sizes:
        return [f"tuple({name}) == ({', '.join(sizes)}{',' if len(sizes) == 1 else ''})"]
    known = [f"{name}[{number}] == {size}" for number, size in enumerate(sizes) if size != "None"]
    return [f"len({name}) == {len(sizes)}", *known]


def _is_plain(text: str) -> bool:
    """Whether it is one expression of Python's own words, torch and the values: nothing of Dynamo's is called."""
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return not any(name.startswith("__") or name in ("L", "G", "utils_device", "check_tensor") for name in names)
