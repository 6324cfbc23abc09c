"""Fix and prove: run the edited program as the first one ran, and say what is gone, what is new and what is equal."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from explorer.api import explain
from explorer.compared import Compared
from explorer.compat.backend import unwrap
from explorer.equality import compare_outputs
from explorer.errors import UsageError
from explorer.exploration import Exploration
from explorer.kept import Kept
from explorer.measure.state import State
from explorer.report.comparison import OutputMatch
from explorer.report.diff import NO_VALUES, diff
from explorer.tracing.world import save_buffers

NOT_AGAIN = (
    "this exploration cannot be run again ({why}): make one that can, explorer.explain(model)(x); two reports are "
    "compared by explorer.compare(before, after)"
)


def try_fix(before: Exploration, other: Any) -> Compared:
    """``other`` called as ``before`` was. See :meth:`explorer.Exploration.try_fix`."""
    kept = kept_of(before)
    notes = [
        f"The first run wrote to {name}, which is too large to copy: the second run began with what it left there."
        for name in kept.changed()
    ]
    original, context = unwrap(other)
    how = kept.how
    if context is not None:  # it is compiled already: with its own settings
        how = {name: value for name, value in how.items() if name in _OURS}
    with same_weights(kept.model_or_none, original) as note:
        after = run_again(kept, other, how)
    return compared(before, after, [*notes, *([note] if note else [])])


_OURS = (
    "train", "loss", "contexts", "config", "inductor_config", "caches", "probe", "measure", "time_limit", "step",
    "steps", "step_limit",
)  # fmt: skip


def run_again(kept: Kept, model: Any, how: dict[str, Any]) -> Exploration:
    """``model`` explored with the arguments, contexts and random numbers of ``kept``; what it changes is put back."""
    (args, kwargs), *more = kept.calls()
    explained = explain(model, calls=more, before=kept.before(), **how)
    state = State(unwrap(model)[0], kept.model_or_none, args, kwargs)
    try:
        kept.rewind()
        return explained(*args, **kwargs)
    finally:
        state.restore()


def kept_of(exploration: Exploration) -> Kept:
    """What is needed to run ``exploration`` again. Raises ``UsageError`` for one that was loaded or captured."""
    if exploration.ran is None or exploration.ran.kept is None:
        kind = exploration.report.program.kind
        why = "it captured a block of code" if kind == "capture" else "it was loaded from a file"
        raise UsageError(NOT_AGAIN.format(why=why))
    return exploration.ran.kept


def compare(before: Exploration, after: Exploration) -> Compared:
    """The two explorations side by side, with their outputs as far as both have them."""
    return compared(before, after, [])


def compared(before: Exploration, after: Exploration, notes: list[str]) -> Compared:
    """The comparison with everything that has to be said about the outputs."""
    old, new = _outputs(before), _outputs(after)
    outputs: tuple[OutputMatch, ...] = ()
    if old is None or new is None:
        notes = [*notes, _no_outputs(before, after)]
    else:
        outputs = compare_outputs(old, new)
        notes = [*notes, *_about(before, after, outputs, len(old), len(new))]
    return Compared(diff(before.report, after.report, outputs=outputs, notes=notes), before=before, after=after)


def _outputs(exploration: Exploration) -> tuple[Any, ...] | None:
    if exploration.ran is None or not exploration.ran.outputs:
        return None
    return exploration.ran.outputs


def _no_outputs(before: Exploration, after: Exploration) -> str:
    for side, word in ((before, "before"), (after, "after")):
        if side.exception is not None:
            return f"The outputs were not compared: the program {word} failed ({type(side.exception).__name__})."
    if any(side.ran is not None for side in (before, after)):
        return "The outputs were not compared: only one side has values (a saved report and a cell without one do not)."
    if {side.report.program.kind for side in (before, after)} == {"capture"}:
        return "The outputs were not compared: end both cells with the value to compare."
    return NO_VALUES


def _about(
    before: Exploration, after: Exploration, outputs: tuple[OutputMatch, ...], old: int, new: int
) -> Iterator[str]:
    calls = len(before.report.program.calls), len(after.report.program.calls)
    if max(calls) > min(old, new):
        failed = any(side.exception is not None for side in (before, after))
        why = "the program failed in a later one" if failed else "the others were too large to keep"
        yield f"The outputs of {min(old, new)} of {max(calls)} calls were compared: {why}."
    random = any(side.ran is not None and side.ran.random for side in (before, after))
    if random and any(each.equal is False for each in outputs):
        yield (
            "The program draws random numbers, and another graph draws them in another order: compare in eval mode, or "
            "with inductor_config={'fallback_random': True}."
        )


@contextlib.contextmanager
def same_weights(first: Any, other: Any) -> Iterator[str | None]:
    """While the body runs, ``other`` has the parameters and buffers of ``first``; the note says what was done.

    Nothing happens unless both are modules whose tensors have the same names and shapes, and differ.
    """
    differing = _differing(first, other)
    if not isinstance(differing, dict):
        yield differing
        return
    buffers = save_buffers(other)
    parameters = [
        (parameter, parameter.data, differing[name].data)
        for name, parameter in other.named_parameters()
        if name in differing
    ]
    try:
        for parameter, _, data in parameters:
            parameter.data = data
        _copy_buffers(other, differing)
        yield "The second model ran with the parameters and buffers of the first; it has its own again."
    finally:
        for parameter, data, _ in parameters:
            parameter.data = data
        buffers()


def _differing(first: Any, other: Any) -> dict[str, Any] | str | None:
    """The tensors of ``first`` that ``other`` has with other values; None for none, a sentence where none can match."""
    import torch

    if not isinstance(first, torch.nn.Module) or not isinstance(other, torch.nn.Module) or first is other:
        return None
    old, new = _tensors(first), _tensors(other)
    try:
        same = {name: _kind(each) for name, each in old.items()} == {name: _kind(each) for name, each in new.items()}
        if not same:
            return "The two models have different parameters, so their outputs need not be equal."
        return {name: old[name] for name in old if not torch.equal(old[name], new[name])} or None
    except Exception:  # a lazy module, or tensors without data
        return None


def _copy_buffers(model: Any, values: dict[str, Any]) -> None:
    import torch

    with torch.no_grad():
        for name, buffer in model.named_buffers():
            if name in values:
                buffer.copy_(values[name])


def _tensors(model: Any) -> dict[str, Any]:
    return {**dict(model.named_parameters()), **dict(model.named_buffers())}


def _kind(tensor: Any) -> tuple[Any, ...]:
    return tuple(tensor.shape), tensor.dtype, tensor.device
