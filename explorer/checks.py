"""Checks of what the user gave to ``explain`` and ``capture``: each error is ours and names the remedy."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from explorer.compat.settings import DYNAMO, config_names, has_config
from explorer.errors import UsageError

_REFUSED_OPTION = re.compile(r"(Unexpected optimization option (.+?)), known options are \[(.*)\]", re.DOTALL)


def nearest(name: str, names: Iterable[str]) -> str:
    """`` (did you mean …?)`` with the few ``names`` that look like ``name``; empty when none does."""
    near = difflib.get_close_matches(name, list(names), cutoff=0.7)
    return f" (did you mean {' or '.join(near)}?)" if near else ""


def check_import() -> None:
    """Import torch's compiler. Raises ``UsageError`` when that fails, as it does for good after an interrupted one."""
    try:
        importlib.import_module(DYNAMO)
    except Exception as error:
        raise UsageError(
            f"torch cannot be imported ({type(error).__name__}: {error}). "
            "When an import of it was interrupted before, restart the kernel, or the process"
        ) from error


def check_config(patches: Mapping[str, Mapping[str, Any]]) -> None:
    """Raise ``UsageError`` for a name that torch's configuration does not have (``{module: {name: value}}``)."""
    for module, values in patches.items():
        if not isinstance(values, Mapping):
            raise UsageError(f"the values for {module} must be a mapping of names, not {type(values).__name__}")
        for name in values:
            if not isinstance(name, str) or not has_config(module, name):
                raise UsageError(f"{module} has no {name!r}{nearest(str(name), config_names(module))}")


def check_per_call(name: str, entries: Any, what: str) -> None:
    """Raise ``UsageError`` unless ``entries`` is a sequence of callables or None, one for each call."""
    if not isinstance(entries, Sequence):
        raise UsageError(f"{name} must be a list with {what} or None for each call, not {type(entries).__name__}")
    for index, entry in enumerate(entries):
        if entry is not None and not callable(entry):
            raise UsageError(f"{name}[{index}] must be {what} or None, not {type(entry).__name__}")


def check_loss(loss: Any, *, train: bool) -> None:
    """Raise ``UsageError`` for a loss that is no function, or that no backward would start from."""
    if loss is None:
        return
    if not callable(loss):
        raise UsageError(f"loss must be a function from the output to the loss, not {type(loss).__name__}")
    if not train:
        raise UsageError("loss says what to run backward from: it needs train=True")


NO_CAPTURE = (
    "measuring runs one call many times, and a block of code, a cell or a saved report cannot be run again: "
    "use explain(model, measure=True)(x), or %compile_explain --measure model(x)"
)
"""Why ``capture`` and a cell cannot measure."""


def check_measure(time_limit: Any, step: Any, *, measure: bool, train: bool) -> None:
    """Raise ``UsageError`` for a time limit that is no number of seconds, or a step that nothing would run."""
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float) or not 0 < time_limit < float("inf"):
        raise UsageError(f"time_limit must be a number of seconds above 0, not {time_limit!r}")
    if step is None:
        return
    if not callable(step):
        raise UsageError(
            f"step must be a function without arguments, such as optimizer.step, not {type(step).__name__}"
        )
    if not (measure and train):
        raise UsageError("step is timed after each backward while measuring: it needs train=True and measure=True")


STEP_LIMIT = 20_000
"""So many steps of Dynamo are kept when steps are asked for without a limit."""


def check_steps(limit: Any, *, steps: bool) -> int | None:
    """How many steps to keep, None for none. Raise ``UsageError`` for a limit that is no count, or without steps."""
    if limit is None:
        return STEP_LIMIT if steps else None
    if isinstance(limit, bool) or not isinstance(limit, int) or limit < 1:
        raise UsageError(f"step_limit must be a whole number above 0, not {limit!r}")
    if not steps:
        raise UsageError("step_limit says how many steps to keep: it needs steps=True")
    return limit


def shortened(refusal: str) -> str:
    """torch's refusal of an option with the nearest names in place of the hundreds that exist."""
    found = _REFUSED_OPTION.search(refusal)
    if found is None:
        return refusal
    return found.group(1) + nearest(found.group(2), re.findall(r"'([^']+)'", found.group(3)))


def check_sections(names: Collection[str]) -> None:
    """Raise ``UsageError`` unless each name is a section of the text view, or ``all``."""
    from explorer.views.plain.document import ALL, section_names

    if isinstance(names, str):
        raise UsageError(f"sections are names in a tuple: sections=({names!r},)")
    known = (ALL, *section_names())
    for name in names:
        if name not in known:
            raise UsageError(f"no section is {name!r}{nearest(str(name), known)}; there are {', '.join(known)}")
