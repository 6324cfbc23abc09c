"""The torch.func transforms that a piece of code runs inside, as the frames around it tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.parse.stacks import Frame

_BY_FUNCTION = {
    "vmap_impl": "vmap",
    "_flat_vmap": "vmap",
    "grad_impl": "grad",
    "grad_and_value_impl": "grad",
    "_vjp_with_argnums": "vjp",
    "_jvp_with_argnums": "jvp",
    "functionalize_impl": "functionalize",
}
"""The functions of torch/_functorch that call the function that is transformed."""

_FOLDER = "/torch/_functorch/"


def transforms(frames: Iterable[Frame]) -> tuple[str, ...]:
    """The transforms around the innermost frame, outermost first; ``jacrev`` is a ``vjp``, ``jacfwd`` a ``jvp``."""
    found: list[str] = []
    previous: str | None = None
    for frame in frames:
        inside = _FOLDER in frame.file
        name = _BY_FUNCTION.get(str(frame.function)) if inside else None
        if name is not None and name != previous:
            found.append(name)
        previous = name if name is not None else previous if inside else None
    return tuple(found)


def called_at(frames: Sequence[Frame]) -> Frame | None:
    """The frame that calls the outermost transform."""
    first = next((at for at, frame in enumerate(frames) if _FOLDER in frame.file), 0)
    return frames[first - 1] if first else None
