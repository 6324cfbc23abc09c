"""The compiler one stage after the other: which is the first that changes the numbers?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from explorer.measure.budget import Budget
from explorer.measure.compare import compare
from explorer.measure.replay import Replay
from explorer.measure.snapshot import snapshot
from explorer.report.numerics import Compared, StageMatch
from explorer.tracing.failure import dotted

EARLIER = ("eager", "aot_eager")
"""The backends that stand for a stage: Dynamo alone, and AOTAutograd with its graphs run in eager."""


def compare_all(eager: dict[str, Any], compiled: dict[str, Any], exact: dict[str, Any]) -> list[Compared]:
    """Each tensor of both sides; one that a side lacks does not match."""
    found = []
    for name in dict.fromkeys((*eager, *compiled)):
        if name in eager and name in compiled:
            found.append(compare(name, eager[name], compiled[name], exact.get(name)))
        else:
            side = "compiled" if name in eager else "eager"
            found.append(Compared(what=name, match=False, why=f"there is none on the {side} side"))
    return found


def walk(
    replay: Replay, eager: dict[str, Any], own: list[Compared], budget: Budget, *, thorough: bool
) -> Iterator[StageMatch]:
    """The stages up to the program's own backend, whose comparison is ``own``.

    Each stage before it is another compile of Dynamo; they are left out when time is short, unless ``thorough``.
    """
    name = replay.subject.backend
    for stage in EARLIER:
        if stage == name:
            break
        if not thorough and not budget.left:
            yield StageMatch(stage=stage, match=None)
        else:
            yield _at(replay, stage, eager)
    yield StageMatch(stage=name, match=all(each.match for each in own), max_abs=_most(own))


def _at(replay: Replay, stage: str, eager: dict[str, Any]) -> StageMatch:
    compiler = replay.subject.compiler
    if compiler is None:
        return StageMatch(stage=stage, match=None)
    try:
        outcome = replay.call("compiled", compiler(stage))
    except Exception as error:
        return StageMatch(stage=stage, match=None, error=dotted(type(error)), message=_first_line(error))
    found = compare_all(eager, snapshot(replay, outcome), {})
    return StageMatch(stage=stage, match=all(each.match for each in found), max_abs=_most(found))


def _most(compared: list[Compared]) -> float | None:
    return max((each.max_abs for each in compared if each.max_abs is not None), default=None)


def _first_line(error: Exception) -> str:
    return next(iter(str(error).strip().splitlines()), "")[:300]
