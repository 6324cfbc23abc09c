"""The guards of one version as a tree of the values that they look at: ``self``, in it ``drop``, in it ``p``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from explorer.report.guard import Guard

_PART = re.compile(r"\[[^\]]*\]|[^.\[\]]+")
_TENSOR = re.compile(
    r"^check_tensor\(.*?, torch\.(?P<dtype>\w+), device=(?P<device>[\w:]+), requires_grad=(?P<grad>\w+), "
    r"size=\[(?P<size>[^\]]*)\]"
)
_TYPE = re.compile(r"type=<class '([^']+)'>$")


@dataclass
class Value:
    """A value that guards look at: its ``name`` within its owner, its ``guards``, and the ``values`` inside it."""

    name: str
    guards: list[Guard] = field(default_factory=list)
    values: dict[str, Value] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The guards here and inside."""
        return len(self.guards) + sum(value.count for value in self.values.values())


def guard_tree(guards: Iterable[Guard]) -> Value:
    """The tree; its root holds the guards that look at no value (several sizes at once, torch's global state)."""
    root = Value("")
    for guard in guards:
        value = root
        for part in _PART.findall(guard.path or ""):
            value = value.values.setdefault(part, Value(part))
        value.guards.append(guard)
    return root


def guard_words(guard: Guard) -> str:
    """What must hold, in few words, beside the value it is about: ``float32[8, any], no gradient``."""
    text = guard.expression
    tensor = _TENSOR.match(text)
    if tensor is not None:
        sizes = tensor["size"].replace("None", "any")
        grad = "with gradient" if tensor["grad"] == "True" else "no gradient"
        device = "" if tensor["device"] in ("None", "cpu") else f", device {tensor['device']}"
        return f"{tensor['dtype']}[{sizes}]{device}, {grad}"
    kind = _TYPE.search(text)
    if text.startswith("___check_type_id") and kind is not None:
        return f"a {kind[1].rpartition('.')[2]}"
    if text.startswith("___check_obj_id") and kind is not None:
        return f"the same {kind[1].rpartition('.')[2]}"
    if guard.path is not None and guard.source is not None and text.startswith(f"{guard.source} "):
        return text.removeprefix(guard.source).strip()
    return re.sub(r"\bL\[\s*['\"]([^'\"]*)['\"]\s*\]", r"\1", text)
