"""Where eager and compiled part: planted faults are found, at the node and line where they were planted."""

from __future__ import annotations

import itertools
import math
import sys
from collections.abc import Callable
from typing import Any

import pytest
import torch

import explorer
from explorer import samples
from explorer.measure.compare import compare, largest
from explorer.measure.measurers import MEASURERS
from explorer.report.numerics import Numerics

LINE = {name: number for number, line in enumerate(open(__file__), 1) if (name := line.partition("# line ")[2].strip())}  # noqa: SIM115


@pytest.fixture(autouse=True)
def numbers_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = [each for each in MEASURERS if each.name == "whether the numbers agree"]
    monkeypatch.setattr("explorer.measuring.MEASURERS", mine)


def numerics(model: Callable[..., Any], *args: Any, **how: Any) -> Numerics:
    found = explorer.explain(model, measure=True, probe=False, **{"backend": "aot_eager", "time_limit": 20, **how})(
        *args
    )
    assert found.report.numerics is not None, found.report.findings
    numerics.last = found  # type: ignore[attr-defined]
    return found.report.numerics


def program_of(sample: str) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    names: dict[str, Any] = {}
    exec(compile(samples.path(sample).read_text(), str(samples.path(sample)), "exec"), names)
    built = names["build"]()
    return built["model"], built["inputs"]


def _below(part: str) -> bool:
    """Whether a file whose path holds ``part`` is running."""
    frame = sys._getframe(1)
    while frame is not None and part not in frame.f_code.co_filename:
        frame = frame.f_back  # type: ignore[assignment]
    return frame is not None


@torch.library.custom_op("tests_numerics::wrong_in_aot", mutates_args=())
def wrong_in_aot(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + (0.01 if _below("_aot_autograd") else 0)


@wrong_in_aot.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


@torch.library.custom_op("tests_numerics::wrong_in_inductor", mutates_args=())
def wrong_in_inductor(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + (0.01 if _below("_inductor/output_code.py") else 0)


@wrong_in_inductor.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


@torch.library.custom_op("tests_numerics::kept", mutates_args=())
def kept(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


@kept.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


kept.register_autograd(lambda _, gradient: wrong_in_aot(gradient))

CALLS = itertools.count()


@torch.library.custom_op("tests_numerics::counts", mutates_args=())
def counts(x: torch.Tensor) -> torch.Tensor:
    return x + next(CALLS)


@counts.register_fake
def _(x: torch.Tensor) -> torch.Tensor:
    return torch.empty_like(x)


def test_a_wrong_operator_is_the_first_node_that_differs() -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        z = wrong_in_aot(y)  # line wrong
        return (z + 1).cos()

    told = numerics(model, torch.ones(3, 4))
    assert not told.match
    assert [(each.stage, each.match) for each in told.stages] == [("eager", True), ("aot_eager", False)]
    assert told.first_stage == "aot_eager"
    first = told.first_node
    assert first is not None and first.place is not None
    assert (first.target, first.place.line, first.place.file) == (
        "tests_numerics.wrong_in_aot.default",
        LINE["wrong"],
        __file__,
    )
    assert first.max_abs == pytest.approx(0.01, rel=1e-3)
    assert told.max_abs == pytest.approx(abs(math.cos(math.sin(2) + 1.01) - math.cos(math.sin(2) + 1)), rel=1e-3)
    assert told.nearer == "eager"
    exploration = numerics.last  # type: ignore[attr-defined]
    assert first.ref in set(exploration.frames["nodes"]["ref"])
    (finding,) = [each for each in exploration.report.findings if each.kind == "mismatch"]
    assert finding.severity == "warning" and finding.place == first.place
    answer = exploration.verdict.numerics
    assert answer.first_node.line == LINE["wrong"]
    assert answer.first_stage == "aot_eager"


def test_a_wrong_operator_in_generated_code() -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        z = wrong_in_inductor(y)  # line generated
        return (z + 1).cos()

    told = numerics(model, torch.ones(3, 4), backend="inductor")
    assert [(each.stage, each.match) for each in told.stages] == [
        *(("eager", True), ("aot_eager", True), ("inductor", False)),
    ]
    assert told.first_stage == "inductor"
    assert told.first_node is not None and told.first_node.place is not None
    assert told.first_node.place.line == LINE["generated"]
    assert told.first_node.at is not None and told.first_node.at.startswith("buf")
    value = numerics.last.tensor("z")  # type: ignore[attr-defined]
    assert value.mean == pytest.approx(math.sin(2))
    assert value.max_abs == pytest.approx(0.01, rel=1e-3)


def test_low_precision_is_explained() -> None:
    model, (x, w) = program_of("low_precision")
    told = numerics(model, x, w, backend="inductor", time_limit=60)
    exact = model(x.double(), w.double())
    assert told.eager_error == float((model(x, w).double() - exact).abs().max())
    assert (told.match, told.first_stage, told.nearer) == (False, "inductor", "compiled")
    assert all(each.rounding for each in told.compared)
    assert any("emulate_precision_casts = True the two agree" in each for each in told.explained)
    (finding,) = [each for each in numerics.last.report.findings if each.kind == "mismatch"]  # type: ignore[attr-defined]
    assert finding.severity == "note"


def test_a_planted_nan_is_located_on_both_sides() -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x * 2
        z = torch.log(y - 4)  # line nan
        return z.sum(-1) + y.sum(-1)

    told = numerics(model, torch.ones(2, 5))
    assert told.match, "a NaN in the same place on both sides is no difference"
    assert [(each.side, each.kind, each.count) for each in told.not_finite] == [
        *(("eager", "nan", 10), ("compiled", "nan", 10)),
    ]
    assert {(each.target, each.place.line) for each in told.not_finite if each.place} == {("torch.log", LINE["nan"])}
    assert told.compared[0].not_finite_eager == told.compared[0].not_finite_compiled == 2
    assert "The first NaN, eager: torch.log at" in numerics.last.text(160)  # type: ignore[attr-defined]


def test_outputs_gradients_and_changed_inputs_are_compared() -> None:
    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm = torch.nn.BatchNorm1d(3)

        def forward(self, x: torch.Tensor, table: torch.Tensor) -> dict[str, Any]:
            table.add_(1)
            return {"loss": self.norm(x).square().sum(), "parts": [x + 1, 3]}

    told = numerics(Model(), torch.randn(4, 3, requires_grad=True), torch.zeros(2), train=True)
    assert {each.what for each in told.compared} == {
        *("output['loss']", "output['parts'][0]", "output['parts'][1]"),
        *("gradient of norm.weight", "gradient of norm.bias", "gradient of argument 1", "argument 2"),
        *("buffer norm.running_mean", "buffer norm.running_var", "buffer norm.num_batches_tracked"),
    }
    assert told.match
    assert told.nearer is not None, "a module runs in float64"


def test_a_gradient_that_is_wrong_alone() -> None:
    told = numerics(lambda x: kept(x) + 1, torch.ones(3, requires_grad=True), train=True)
    assert {each.what: each.match for each in told.compared} == {"output": True, "gradient of argument 1": False}
    assert told.first_stage == "aot_eager"
    assert told.first_node is None
    assert any("the difference is in the backward" in each for each in told.explained)


def test_with_a_step_the_float64_reference_begins_where_the_call_begins() -> None:
    torch.manual_seed(0)
    model = torch.nn.Linear(4, 4)
    step = torch.optim.SGD(model.parameters(), lr=10.0).step
    how = {"backend": "eager", "train": True, "measure": True, "time_limit": 1.0}
    numerics = explorer.explain(model, step=step, **how)(torch.randn(2, 4)).report.numerics
    assert numerics is not None
    compared = {one.what: one for one in numerics.compared}
    error = compared["output"].eager_error
    assert error is not None and error < 1e-6
    assert {"parameter weight", "parameter bias"} < set(compared)


def test_a_program_that_draws_numbers_has_no_float64_reference() -> None:
    told = numerics(lambda x: torch.nn.functional.dropout(x, 0.5), torch.ones(64))
    assert told.match, "the same seed and the same generator: aot_eager draws as eager does"
    assert told.nearer is None
    assert any("random numbers" in each for each in told.explained)


def draws_first(graph: torch.fx.GraphModule, _: Any) -> Callable[..., Any]:
    def run(*args: Any) -> Any:
        torch.rand(1)
        return graph(*args)

    return run


def test_other_random_numbers_than_eager_are_no_fault() -> None:
    told = numerics(lambda x: torch.nn.functional.dropout(x, 0.5), torch.ones(64), backend=draws_first)
    assert not told.match and told.other_draws
    (found,) = (each for each in numerics.last.report.findings if each.kind == "mismatch")  # type: ignore[attr-defined]
    assert found.severity == "note" and "other random numbers" in found.title


def test_a_program_that_does_not_repeat_is_told() -> None:
    told = numerics(lambda x: counts(x) * 2, torch.ones(3), backend="eager")
    assert not told.repeats
    assert any("not deterministic" in each for each in told.explained)


def test_a_backend_that_fails_is_a_stage_that_fails() -> None:
    class Scaled(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            out = super().__torch_function__(function, types, args, kwargs or {})
            return out * 10.0 if function is torch.add and isinstance(out, torch.Tensor) else out

    def model(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        return torch.add(a, b)

    told = numerics(model, torch.ones(3).as_subclass(Scaled), torch.ones(3).as_subclass(Scaled), backend="inductor")
    assert told.match
    aot = next(each for each in told.stages if each.stage == "aot_eager")
    assert (aot.match, aot.error) == (None, "TypeError")


def test_values_of_nodes_as_torch_computes_them() -> None:
    x = torch.randn(50, 40)
    numerics(lambda x: (x * 3).relu(), x)
    exploration: explorer.Exploration = numerics.last  # type: ignore[attr-defined]
    value = exploration.tensor("mul")
    true = x * 3
    assert (value.dtype, value.shape) == ("float32", (50, 40))
    assert value.mean == pytest.approx(true.double().mean().item())
    assert value.std == pytest.approx(true.double().std(correction=0).item())
    assert (value.low, value.high) == (true.min().item(), true.max().item())
    assert list(value.counts) == true.double().histc(32).int().tolist()
    assert len(value.edges) == 33
    assert value == exploration.tensor(value.ref)
    assert value.max_abs == 0
    with pytest.raises(explorer.UsageError, match="no node with a tensor has the ref 'mull': mul"):
        exploration.tensor("mull")


def test_values_need_a_measurement() -> None:
    found = explorer.explain(lambda x: x + 1, backend="eager")(torch.ones(2))
    with pytest.raises(explorer.UsageError, match="was not measured"):
        found.tensor("add")


@pytest.mark.parametrize(
    ("one", "other", "match", "absolute", "relative"),
    [
        ([1.0, 2.0], [1.0, 2.0], True, 0.0, 0.0),
        ([1.0, 2.0], [1.0, 2.5], False, 0.5, 0.25),
        ([0.0, 1.0], [1e-5, 1.0], True, 1e-5, 0.0),
        ([1.0, float("nan")], [1.0, float("nan")], True, 0.0, 0.0),
        ([1.0, float("nan")], [1.0, 2.0], False, 0.0, 0.0),
        ([float("inf"), 1.0], [float("-inf"), 1.0], False, 0.0, 0.0),
        ([], [], True, 0.0, 0.0),
    ],
)
def test_compare(one: list[float], other: list[float], match: bool, absolute: float, relative: float) -> None:
    found = compare("x", torch.tensor(one), torch.tensor(other))
    assert found.match is match
    assert found.max_abs == pytest.approx(absolute)
    assert found.max_rel == pytest.approx(relative)


def test_compare_kinds() -> None:
    assert not compare("x", torch.tensor([1, 2]), torch.tensor([1, 3])).match
    assert not compare("x", torch.ones(2), torch.ones(3)).match
    assert "float64" in str(compare("x", torch.ones(2), torch.ones(2).double()).why)
    assert compare("x", torch.ones(2) * 1j, torch.ones(2) * 1j).exact
    assert largest(torch.ones(2), torch.ones(3)) == (None, None)
