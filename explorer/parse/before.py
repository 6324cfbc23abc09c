"""What was compiled before a capture (``explorer.precompiled``), as people can name it and type it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def before_name(data: Mapping[str, Any]) -> str:
    """The function's name; what is known of a library's object, for which Dynamo compiles a wrapper of its own."""
    name = str(data["function"])
    if not data.get("wrapper"):
        return "a lambda" if name == "<lambda>" else name
    return f"a module or function of a library ({name})" if name else "a module or function of a library"


def before_remedy(known: Iterable[Mapping[str, Any]]) -> str:
    """How to see what was compiled, with a name that can be typed: the first function that has one."""
    names = (str(data["function"]) for data in known if not data.get("wrapper"))
    name = next((name for name in names if name.isidentifier()), None)
    if name is not None:
        return f"explorer.explain({name})(…) compiles it anew, beside your compiled code, and shows everything."
    return (
        "explorer.explain(model)(…), with the object that you call in place of model, compiles it anew, beside your "
        "compiled code, and shows everything."
    )
