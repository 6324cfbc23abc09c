"""Edits that remove a graph break, each run and proven before it is offered; one that is not proven is not shown."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from explorer.api import explain
from explorer.compared import Compared
from explorer.edits import edits_at
from explorer.equality import compare_outputs
from explorer.exploration import Exploration
from explorer.kept import Arguments, Kept
from explorer.measure.state import State
from explorer.nested import flatten, unflatten
from explorer.proof import compared, kept_of
from explorer.report import Finding, Place, Report, show_place
from explorer.report.causes import root_causes
from explorer.scratch import unheard
from explorer.suggestions import Suggestion, Suggestions
from explorer.swapped import CannotSwap, swapped

_MOST = 12
"""Breaks that are looked at, the first to mend first."""

OTHERS = 4
"""Further inputs of the same shapes on which the edited program is compared in eager."""


def suggest(exploration: Exploration) -> Suggestions:
    """See :meth:`explorer.Exploration.suggest`."""
    kept = kept_of(exploration)
    report = exploration.report
    runner = _Runner(kept)
    breaks = [cause.finding for cause in root_causes(report) if cause.finding.kind == "break"][:_MOST]
    found = [made for finding in breaks if (made := _first(runner, report, finding)) is not None]
    return Suggestions(tuple(found), len(breaks), report.program.name)


def _first(runner: _Runner, report: Report, finding: Finding) -> Suggestion | None:
    """The first edit for a break that is proven."""
    place = finding.user_place
    text = _text(report, place)
    if place is None or place.line is None or text is None or "torch" not in text:
        return None
    for edit in edits_at(text, place.line):
        with_edit = runner.tried(place, edit.text)
        if with_edit is not None and _is_proven(with_edit.compared, place.line):
            return Suggestion(
                name=edit.name,
                finding=finding,
                place=show_place(place, report.program.cwd),
                diff=_diff(report, place, text, edit.text),
                compared=with_edit.compared,
                others=with_edit.others,
            )
    return None


def _text(report: Report, place: Place | None) -> str | None:
    source = next((each for each in report.sources if place is not None and each.file == place.file), None)
    return report.texts.get(source.text) if source is not None and source.text else None


def _is_proven(proof: Compared, line: int) -> bool:
    """This break is gone, every output is equal, nothing failed, and there are not more graphs than before."""
    record = proof.record
    gone = any(
        each.fate == "gone" and each.kind == "break" and each.before is not None and each.before.line == line
        for each in record.findings
    )
    breaks = {change.name: change for change in record.changes}["breaks"]
    return gone and record.equal is True and not record.after.failed and (breaks.after or 0) < (breaks.before or 0)


def _diff(report: Report, place: Place, old: str, new: str) -> str:
    name = show_place(Place(file=place.file, cell_id=place.cell_id, execution_count=place.execution_count),
                      report.program.cwd).lstrip("/")  # fmt: skip
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), f"a/{name}", f"b/{name}", lineterm="")
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class _Edited:
    """An edit that ran: the comparison, and on how many other inputs the outputs were equal too."""

    compared: Compared
    others: int


class _Runner:
    """Runs the program with the backend ``eager``, as it is (once) and edited; nothing that a run changes stays."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self._model = kept.model
        self._before: Exploration | None = None

    def tried(self, place: Place, text: str) -> _Edited | None:
        """The program with ``text`` for that file; None when it cannot run so, or differs on other inputs."""
        if self._before is None:
            self._before = self._run()
        assert place.line is not None
        try:
            expected = [self._eager(call) for call in self._others()]
            with swapped(place.file, place.line, text):
                after = self._run()
                told = [self._eager(call) for call in self._others()]
        except CannotSwap:
            return None
        pairs = [(one, other) for one, other in zip(expected, told, strict=True) if one is not _FAILED]
        if any(other is _FAILED or not _equal(one, other) for one, other in pairs):
            return None
        return _Edited(compared(self._before, after, []), len(pairs))

    def _run(self) -> Exploration:
        calls = self._kept.calls()
        state = State(self._model, *(value for call in calls for value in call))
        how = {name: value for name, value in self._kept.how.items() if name in _HOW and value is not None}
        (args, kwargs), *more = calls
        explained = explain(self._model, calls=more, before=self._kept.before(), backend="eager", probe=False, **how)
        try:
            self._kept.rewind()
            with unheard():
                return explained(*args, **kwargs)
        finally:
            state.restore()

    def _others(self) -> Iterator[Arguments]:
        """The first call with other numbers in its floating-point tensors: as far below zero as above, and random."""
        for number in range(OTHERS):
            args, kwargs = self._kept.calls()[0]
            found, shape = flatten((tuple(args), dict(kwargs)))
            yield unflatten([_other(value, number) for _, value in found], shape)

    def _eager(self, call: Arguments) -> Any:
        """What the program itself returns, from the random numbers of the first run; a marker when it raises."""
        import torch

        args, kwargs = call
        state = State(self._model, args, kwargs)
        try:
            self._kept.rewind()
            self._kept.before()[0](self._model)  # type: ignore[misc]
            with torch.no_grad(), unheard():
                return self._model(*args, **kwargs)
        except Exception:  # these inputs are nothing for the program, or the edit is wrong: the caller compares
            return _FAILED
        finally:
            state.restore()


_HOW = ("train", "loss", "contexts", "config", "dynamic", "recompile_limit")
_FAILED = object()


def _equal(one: Any, other: Any) -> bool:
    return all(match.equal is True for match in compare_outputs([one], [other]))


def _other(value: Any, number: int) -> Any:
    """Another tensor of the same kind; anything but a floating-point tensor stays."""
    import torch

    if not isinstance(value, torch.Tensor) or not value.is_floating_point():
        return value
    made = value.detach().clone()
    if number == 0:
        return -made
    generator = torch.Generator().manual_seed(number)
    noise = torch.randn(made.shape, generator=generator).to(made)
    return noise.abs() if number == 1 else -noise.abs() if number == 2 else noise
