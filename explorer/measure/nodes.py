"""Every node of Dynamo's graphs, run in eager on what its graph was given: its value, and what compiled code has there.

Nodes are aligned by where they come from, as torch's provenance tells, never by position.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from explorer.compat.aot_run import interpreter
from explorer.compat.dynamo_graph import node_facts
from explorer.measure.arguments import plain
from explorer.measure.compare import compare, largest
from explorer.measure.compiled_values import Ran, Seen, runs_of_aot, runs_of_inductor
from explorer.measure.errors import NotMeasured
from explorer.measure.replay import Replay

Facts = dict[str, Any]

BINS = 32
MOST_VALUES = 2000

_CAPTURE = "Dynamo's graph itself differs from the program, so that no node of it can be blamed"
_HIDDEN = (
    "every value that compiled code keeps agrees within the tolerance: the difference is in the backward, or between "
    "values that it keeps"
)


class Nodes:
    """The nodes of every run of a graph in one call. ``problem`` says why the first that differs is not known."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self.problem: str | None = None

    @cached_property
    def _own(self) -> list[Facts]:
        """The nodes with the values of the program's own compiled code."""
        if self._replay.subject.backend == "aot_eager":
            return self._of_aot("aot_eager")
        return _looked_at(runs_of_inductor(self._replay))

    def values(self) -> list[Facts]:
        """The fields of ``TensorValues`` for each node that makes a tensor; of a graph that ran twice, the first."""
        found: dict[tuple[str, str], Facts] = {}
        for node in self._own:
            found.setdefault((node["where"]["compile_id"], node["where"]["node"]), node)
        told = ({"where": each["where"], **each["values"], **each["difference"]} for each in found.values())
        return list(told)[:MOST_VALUES]

    def first_difference(self, stage: str) -> Facts | None:
        """The first node whose value differs in ``stage``, the first stage that does not match."""
        try:
            found = self._own if stage == self._replay.subject.backend else self._of_aot(stage)
        except NotMeasured as why:
            self.problem = str(why)
            return None
        first = next((each for each in found if each["differs"]), None)
        if first is None:
            self.problem = self.problem or _HIDDEN
            return None
        told = first["difference"]
        return {"where": first["where"], "stage": stage, "among": first["among"], **told}

    def not_finite(self) -> list[Facts]:
        """The first NaN on each side, or where there is none the first Inf.

        In eager the first that is made of finite values; of compiled code the first among the values that it keeps.
        """
        found = []
        for side in ("eager", "compiled"):
            for kind in ("nan", "inf"):
                first = next((each for each in self._own if each["made"].get(side, {}).get(kind)), None)
                if first is not None:
                    count = first["made"][side][kind]
                    found.append({"where": first["where"], "side": side, "kind": kind, "count": count})
                    break
        return found

    def _of_aot(self, stage: str) -> list[Facts]:
        if stage == "eager":
            raise NotMeasured(_CAPTURE)
        ids = [graph.compile_id for graph in self._replay.graphs]
        return _looked_at(runs_of_aot(self._replay, ids))


def _looked_at(runs: list[Ran]) -> list[Facts]:
    import torch

    found: list[Facts] = []
    for ran in runs:
        facts, broken = node_facts(ran.module), _broken_inputs(ran)

        def tell(node: Any, value: Any, ran: Ran = ran, facts: Facts = facts, broken: Facts = broken) -> None:
            if isinstance(value, torch.Tensor) and value.layout is torch.strided and not value.is_meta:
                found.append(_node(ran, node, value, facts.get(node.name, {}), broken))

        with torch.set_grad_enabled(ran.grad):
            interpreter(tell)(ran.module).run(*ran.arguments)
    return found


def _broken_inputs(ran: Ran) -> Facts:
    """How many NaN and Inf each input of the graph holds, by the name of its node."""
    import torch

    inputs = [node.name for node in ran.module.graph.nodes if node.op == "placeholder"]
    pairs = zip(inputs, ran.arguments, strict=False)
    return {name: _not_finite(plain(value)) for name, value in pairs if isinstance(value, torch.Tensor)}


def _node(ran: Ran, node: Any, value: Any, facts: Facts, broken: Facts) -> Facts:
    value = plain(value)
    seen = _fitting(ran.seen.get(node.name, []), value)
    user = facts.get("user") or {}
    where = {
        "compile_id": ran.compile_id,
        "node": node.name,
        "target": _name(node),
        "file": user.get("filename"),
        "line": user.get("line"),
        "function": user.get("name"),
    }
    told: Facts = {"where": where, "values": _statistics(value), "difference": {}, "differs": False, "among": []}
    broken[node.name] = _not_finite(value)
    told["made"] = {"eager": _made(node, broken[node.name], broken)}
    if seen is not None:
        other = plain(seen.value)
        absolute, relative = largest(value, other)
        told["difference"] = {"at": seen.at, "max_abs": absolute, "max_rel": relative}
        told["differs"] = not compare("", value, other).match
        told["among"] = list(seen.among)
        told["made"]["compiled"] = _not_finite(other)
    return told


def _made(node: Any, count: dict[str, int], broken: Facts) -> dict[str, int]:
    """The NaN and Inf in a value of which none of the values that went into it, in eager, had any."""
    inputs = [broken.get(each.name, {}) for each in node.all_input_nodes]
    return {kind: number for kind, number in count.items() if number and not any(each.get(kind) for each in inputs)}


def _not_finite(value: Any) -> dict[str, int]:
    import torch

    if not value.is_floating_point() and not value.is_complex():
        return {}
    return {"nan": int(torch.isnan(value).sum()), "inf": int(torch.isinf(value).sum())}


def _fitting(seen: list[Seen], value: Any) -> Seen | None:
    """The last value of the compiled side with the dtype and shape of the node's own."""
    fits = (each for each in reversed(seen) if (each.value.dtype, each.value.shape) == (value.dtype, value.shape))
    return next(fits, None)


def _statistics(value: Any) -> Facts:
    """Mean, spread, extremes and histogram of the finite values."""
    import torch

    told: Facts = {"dtype": str(value.dtype).removeprefix("torch."), "shape": list(map(int, value.shape))}
    numbers = torch.view_as_real(value) if value.is_complex() else value
    numbers = numbers.detach().cpu().to(torch.float64).flatten()
    finite = numbers[torch.isfinite(numbers)]
    told["not_finite"] = numbers.numel() - finite.numel()
    if finite.numel():
        low, high = float(finite.min()), float(finite.max())
        told |= {"mean": float(finite.mean()), "std": float(finite.std(correction=0)), "low": low, "high": high}
        if high > low:
            told["counts"] = [int(count) for count in torch.histc(finite, BINS, low, high)]
            told["edges"] = [low + (high - low) * number / BINS for number in range(BINS + 1)]
    return told


def _name(node: Any) -> str:
    """What the node calls, as people write it: ``torch.log``, ``Tensor.sum``, ``operator.add``, ``mine::op``."""
    import torch

    target = node.target
    if isinstance(target, str):
        return f"Tensor.{target}" if node.op == "call_method" else target
    own = getattr(target, "_qualname", None)  # an operator made by torch.library.custom_op
    if isinstance(own, str):
        return own
    name = str(getattr(target, "__name__", None) or target)
    if getattr(torch, name, None) is target:
        return f"torch.{name}"
    module = str(getattr(target, "__module__", None) or "")
    if module.startswith("torch._ops") or not module:
        return str(target)
    return f"{module.removeprefix('_')}.{name}"
