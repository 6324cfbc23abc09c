"""One guard as Dynamo writes it: the expression, then the user's code that it is about, then perhaps a hint.

``L['x'].size()[0] == 4     # y = x.view(4)  # model.py:12 in forward (HINT: …)`` (torch/_dynamo/guards.py,
``get_verbose_code_part``). A guard on a symbolic size may name several lines, joined by ``and``.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from explorer.parse.stacks import Frame

_COMMENT = re.compile(r"\s{2,}#\s")
_LINE = re.compile(
    r"(?:^|\) and |^ ?and )?(?P<source>.*?) *# (?P<file>[^#\n]+?):(?P<line>\d+) in (?P<function>[^\s()]+)"
)
_HINT = re.compile(r"\((?:HINT: (?P<hint>.*?)|(?P<note>user code shown .*?))\)(?= and |$)", re.DOTALL)
_LOCAL = re.compile(r"\bL\[\s*['\"]([^'\"]*)['\"]\s*\]")
_ROOT = re.compile(r"\b[LG]\[\s*['\"]([^'\"]*)['\"]\s*\]")
_VALUE = re.compile(r"\b[LG]\[\s*['\"][^'\"]*['\"]\s*\](?:\.(?!size\b|stride\b|storage_offset\b)\w+|\[[^\]]*\])*")
_CONTAINER = re.compile(r"\.(?:_modules|_parameters|_buffers|__dict__)\[['\"]([^'\"]*)['\"]\]")
_SEQUENCE = re.compile(r"\.(\d+)\b")
_SHAPE = re.compile(r"\.(?:size|stride|storage_offset)\(\)")


class GuardText(NamedTuple):
    """``expression`` is torch's own; ``frames`` are the lines it is about, file names as short as torch writes them."""

    expression: str
    frames: tuple[Frame, ...]
    hint: str | None


def read_guard(text: str) -> GuardText:
    """The parts of one guard's text."""
    found = _COMMENT.search(text)
    if found is None:
        expression, _, rest = text.partition(" (HINT: ")
        return GuardText(expression.strip(), (), rest.removesuffix(")") or None)
    comment = text[found.start() :]
    hint = _HINT.search(comment)
    frames = tuple(
        Frame(match["file"].strip(), int(match["line"]), match["function"], _source(match["source"]))
        for match in _LINE.finditer(_HINT.sub("", comment))
    )
    return GuardText(text[: found.start()].strip(), frames, (hint["hint"] or hint["note"]).strip() if hint else None)


def _source(text: str) -> str | None:
    """The code in front of a place; the place in torch that raised the guard stands in parentheses before the next."""
    return text.rsplit(") and ", maxsplit=1)[-1].strip(" #").removeprefix("and ").strip() or None


def looked_at(expression: str) -> str | None:
    """The one value that an expression looks at, where it names just one: ``L['x']`` of ``2 <= L['x'].size()[0]``."""
    found = set(_VALUE.findall(expression))
    return found.pop() if len(found) == 1 else None


def with_local_names(expression: str) -> str:
    """``L['self'].calls == 0`` as torch tells people: ``self.calls == 0``."""
    return _LOCAL.sub(r"\1", expression)


def for_people(source: str) -> str:
    """A value's source without Dynamo's containers: ``L['self']._modules['drop'].p`` is ``self.drop.p``."""
    name = _CONTAINER.sub(r".\1", _ROOT.sub(r"\1", source)).removesuffix(".__code__")
    return _SEQUENCE.sub(r"[\1]", name)


def is_shape(expression: str) -> bool:
    """Whether an expression is about a tensor's size, stride or offset."""
    return _SHAPE.search(expression) is not None
