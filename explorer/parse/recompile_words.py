"""The cause of a recompile as part of a sentence: what changed, from what, to what."""

from __future__ import annotations

import re

from explorer.parse.guard_text import for_people
from explorer.parse.recompile_reason import Cause

_CARRIED = re.compile(r"^___stack\d+(?:\[\d+\])*$")
_WHAT = {
    "RECOMPILE_SIZE": "dimension {dimension} of {source}",
    "RECOMPILE_STRIDE": "the stride of {source} in dimension {dimension}",
    "RECOMPILE_RANK": "the number of dimensions of {source}",
    "RECOMPILE_DTYPE": "the dtype of {source}",
    "RECOMPILE_DEVICE": "the device of {source}",
    "RECOMPILE_DISPATCH": "the dispatch keys of {source}",
    "RECOMPILE_REQUIRES_GRAD": "requires_grad of {source}",
    "RECOMPILE_TYPE": "the type of {source}",
    "RECOMPILE_LENGTH": "the length of {source}",
}
_INSTEAD = {
    "RECOMPILE_ZERO_ONE": "dimension {dimension} of {source} is {new}, and torch compiles sizes 0 and 1 apart",
    "RECOMPILE_RANGE": "a size left its range, {old}",
    "RECOMPILE_EQUAL_SIZES": "two sizes are equal no more, {old}",
    "RECOMPILE_CODE": "{source} was defined again",
    "RECOMPILE_OBJECT": "{source} is another object",
    "RECOMPILE_ALIASING": "the same tensor is passed twice, or no longer",
    "RECOMPILE_FREED": "an object that the compiled code belongs to was freed",
    "RECOMPILE_BACKEND": "it was compiled with another backend object",
    "RECOMPILE_MARKED": "a dimension was marked dynamic or static",
    "RECOMPILE_KEYS": "the keys of a dict changed",
    "RECOMPILE_GRAD_MODE": "grad mode was switched",
    "RECOMPILE_NUM_THREADS": "the number of threads was changed",
    "RECOMPILE_AUTOCAST": "autocast was switched",
    "RECOMPILE_DEFAULT_DTYPE": "the default dtype was changed",
    "RECOMPILE_DEFAULT_DEVICE": "the default device was changed",
    "RECOMPILE_GLOBAL_STATE": "global state of torch was changed: {source}",
}


def words(cause: Cause, guard: str) -> str:
    """What changed, for the end of a sentence: ``dimension 0 of x was 4 and is 5``. ``guard`` is the last resort."""
    facts = {name: value if value is not None else "…" for name, value in cause._asdict().items()}
    facts["source"] = source(cause) or "it"
    if cause.code == "RECOMPILE_ZERO_ONE" and cause.new is None:
        return f"a size is 0 or 1, and torch compiles those apart ({guard})"
    if cause.code in _INSTEAD:
        return _INSTEAD[cause.code].format_map(facts)
    if cause.old is None or cause.source is None:
        return f"this guard failed: {guard}"
    what = _WHAT.get(cause.code, "{source}").format_map(facts)
    return f"{what} was {cause.old}" + (
        f" and is {cause.new}" if cause.new is not None else " and is now something else"
    )


def source(cause: Cause) -> str | None:
    """The value that changed, as people write it."""
    if cause.source is None:
        return None
    return _CARRIED.sub("a value carried across the break", for_people(cause.source))
