"""Whether ``nn.TransformerEncoder`` and its kin took their fast path, as their own ``forward`` decided while traced.

The modules keep the reason in a local (torch/nn/modules/transformer.py and activation.py), which Dynamo holds as it
traces: it is read when Dynamo has inlined the call.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.dynamo_graph import clean_path
from explorer.compat.hook import Hook
from explorer.compat.private import Private
from explorer.report.place import is_library

INLINED = Hook(
    Private(
        "torch._dynamo.symbolic_convert:InliningInstructionTranslator.inline_call_",
        "the fast path of nn.TransformerEncoder",
        "whether attention modules took their fast path, and why not, is not in the report",
    )
)
_FILES = (os.path.join("nn", "modules", "transformer.py"), os.path.join("nn", "modules", "activation.py"))
_REASONS = ("why_not_sparsity_fast_path", "why_not_fast_path")


@contextlib.contextmanager
def watch(on_module: Callable[[dict[str, Any]], None]) -> Iterator[None]:
    """Call ``on_module(facts)`` for each attention module that Dynamo has traced, innermost first.

    ``type`` and ``module`` (its path), ``why`` not the fast path (empty: it was taken, None: not known), ``nested`` (it
    makes its input a nested tensor, without the padding), ``padding`` (it got a padding mask), ``user`` the innermost
    line of the user's code, ``{filename, line, name}``.
    """

    def inlined(_result: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        tracer = args[0]
        if tracer.f_code.co_name == "forward" and tracer.f_code.co_filename.endswith(_FILES):
            facts = _facts(tracer)
            if facts is not None:
                on_module(facts)

    with INLINED.heard_by(inlined):
        yield


def _facts(tracer: Any) -> dict[str, Any] | None:
    values = tracer.symbolic_locals
    reason = next((name for name in _REASONS if name in values), None)
    owner = values.get("self")
    if reason is None or owner is None:
        return None
    kind = getattr(owner, "value_type", None) or getattr(owner, "module_type", None)
    source = getattr(owner, "source", None)
    name = getattr(source, "name", None)
    return {
        "type": getattr(kind, "__name__", type(owner).__name__),
        "module": clean_path(str(name() if callable(name) else name)) if name else None,
        "why": _constant(values[reason]),
        "nested": bool(_constant(values.get("convert_to_nested"))),
        "padding": any(_is_given(values.get(each)) for each in ("src_key_padding_mask", "key_padding_mask")),
        "user": _user_line(tracer),
    }


def _constant(variable: Any) -> Any:
    """The Python value that Dynamo traces, or None when it is none."""
    try:
        return variable.as_python_constant()
    except Exception:  # each kind of variable refuses in a way of its own
        return None


def _is_given(variable: Any) -> bool:
    return variable is not None and not (hasattr(variable, "is_constant_none") and variable.is_constant_none())


def _user_line(tracer: Any) -> dict[str, Any] | None:
    caller = getattr(tracer, "parent", None)
    while caller is not None:
        code = caller.f_code
        if not is_library(code.co_filename):
            return {"filename": code.co_filename, "line": caller.lineno, "name": code.co_name}
        caller = getattr(caller, "parent", None)
    return None
