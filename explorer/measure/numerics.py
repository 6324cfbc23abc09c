"""Do eager and compiled give the same numbers, and if not, where do they part?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from explorer.compat.settings import INDUCTOR, has_config, patched
from explorer.measure.budget import Budget
from explorer.measure.compare import tolerance
from explorer.measure.exact import in_float64
from explorer.measure.nodes import Nodes
from explorer.measure.replay import Replay
from explorer.measure.snapshot import snapshot
from explorer.measure.stage_walk import compare_all, walk
from explorer.report.numerics import Compared, Numerics, StageMatch

_LOW = ("float16", "bfloat16")


def measure(replay: Replay, note: Callable[..., None], budget: Budget) -> None:
    """Note ``explorer.numerics``: the record :class:`~explorer.report.numerics.Numerics` as plain data.

    Nodes are ``{compile_id, node, target, file, line, function}`` in it, for the report to address.
    """
    eager = snapshot(replay, replay.call("eager"))
    compiled = snapshot(replay, replay.call("compiled"))
    exact, why_not = in_float64(replay)
    compared = compare_all(eager, compiled, exact)
    match = all(each.match for each in compared)
    stages = list(walk(replay, eager, compared, budget, thorough=not match))
    first = next((each.stage for each in stages if each.match is False), None)
    nodes = Nodes(replay)
    data = msgspec.to_builtins(
        Numerics(
            match=match,
            tolerance=max((tolerance(each) for each in eager.values()), default=0.0),
            max_abs=_most(each.max_abs for each in compared),
            max_rel=_most(each.max_rel for each in compared),
            compared=tuple(compared),
            stages=tuple(stages),
            first_stage=first,
            repeats=replay.repeats,
            **(_nearer(compared) if replay.repeats else {}),  # else the distances tell of chance
        )
    )
    data |= {
        "first_node": nodes.first_difference(first) if first is not None else None,
        "not_finite": nodes.not_finite() if any(_broken(each) for each in compared) else [],
        "values": nodes.values(),
    }
    explained = list(_explained(replay, compared, stages, budget))
    data["explained"] = [*(told for told, _ in explained), *_unknown(nodes, why_not, first)]
    data["other_draws"] = any(drawn for _, drawn in explained)
    note("numerics", data)


def _nearer(compared: list[Compared]) -> dict[str, Any]:
    """Which side is nearer to float64, by the largest distance over all tensors."""
    eager = _most(each.eager_error for each in compared)
    compiled = _most(each.compiled_error for each in compared)
    if eager is None or compiled is None:
        return {}
    nearer = "equal" if eager == compiled else "eager" if eager < compiled else "compiled"
    return {"nearer": nearer, "eager_error": eager, "compiled_error": compiled}


def _explained(
    replay: Replay, compared: list[Compared], stages: list[StageMatch], budget: Budget
) -> Iterator[tuple[str, bool]]:
    """Sentences about why they may differ; with the one about random numbers, whether these can be all of it."""
    if not replay.repeats:
        yield "Two eager calls from the same state differ too: part of the program is not deterministic.", False
    if all(each.match for each in compared) or any(each.match is False for each in stages[:-1]):
        return
    if "random numbers" in replay.state.changes:
        why = "The program draws random numbers, and compiled code draws others than eager"
        told, agree = _tried(replay, budget, "fallback_random", why)
        yield told, agree is not False
    low = next((each.dtype for each in compared if not each.match and each.dtype in _LOW), None)
    if low is not None:
        why = f"Fused kernels keep float32 between operators where eager rounds to {low} each time"
        yield _tried(replay, budget, "emulate_precision_casts", why)[0], False


def _tried(replay: Replay, budget: Budget, option: str, why: str) -> tuple[str, bool | None]:
    """Compile again with a setting that makes Inductor do as eager does, where there is time for it.

    ``why`` with what came of it, and whether the two agree then; None where it was not tried.
    """
    name = f"torch._inductor.config.{option}"
    if replay.subject.compiler is None or replay.subject.backend != "inductor" or not has_config(INDUCTOR, option):
        return f"{why}.", None
    if (replay.first_call or 0.0) > budget.left + budget.seconds:
        return f"{why}; {name} = True would show it (not tried: the time limit).", None
    eager = snapshot(replay, replay.call("eager"))
    with patched({INDUCTOR: {option: True}}):
        again = replay.subject.compiler(None)
        found = compare_all(eager, snapshot(replay, replay.call("compiled", again)), {})
    agrees = all(each.match for each in found)
    result = "the two agree" if agrees else "they still differ"
    return f"{why}: with {name} = True {result}.", agrees


def _unknown(nodes: Nodes, why_not: str | None, first: str | None) -> Iterator[str]:
    if why_not is not None:
        yield f"Not compared with float64: {why_not}."
    if first is not None and nodes.problem:
        yield f"The first node that differs is not known: {nodes.problem}."


def _broken(each: Compared) -> bool:
    return bool(each.not_finite_eager or each.not_finite_compiled)


def _most(values: Any) -> float | None:
    return max((value for value in values if value is not None), default=None)
