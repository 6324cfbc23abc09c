"""``explain(measure=True)``: what the verdict then holds, what is refused, and that nothing is left behind."""

from __future__ import annotations

import copy
import itertools
import json
import re
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import torch

import explorer
from explorer import samples
from explorer.measure.measurers import MEASURERS
from explorer.report.verdict import encode_verdict


def scale(x: torch.Tensor) -> torch.Tensor:
    return (x * 3).sin() + 1


def only(*names: str) -> list[Any]:
    return [each for each in MEASURERS if each.name in names]


@pytest.fixture(scope="module")
def measured() -> explorer.Exploration:
    mine = only("the times of whole calls", "whether the numbers agree", "the memory of calls")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("explorer.measuring.MEASURERS", mine)
        return explorer.explain(scale, backend="aot_eager", measure=True, time_limit=5)(torch.randn(16, 16))


def test_the_verdict_has_the_times(measured: explorer.Exploration) -> None:
    told = json.loads(encode_verdict(measured.verdict))["timings"]
    assert list(told) == [
        *("eager_ms", "compiled_ms", "speedup", "pairs", "pays_off_after_calls", "conclusive", "threads"),
    ]
    for name in ("eager_ms", "compiled_ms", "speedup"):
        assert list(told[name]) == ["median", "low", "high"]
        assert 0 < told[name]["low"] <= told[name]["median"] <= told[name]["high"]
    ratio = told["eager_ms"]["median"] / told["compiled_ms"]["median"]
    assert told["speedup"]["median"] == pytest.approx(ratio)
    assert told["conclusive"] is not (told["speedup"]["low"] <= 1 <= told["speedup"]["high"])
    assert told["pairs"] >= 6
    assert told["threads"] == torch.get_num_threads()


def test_first_call_warm_up_and_steady_state_are_apart(measured: explorer.Exploration) -> None:
    told = measured.report.timings
    assert told is not None
    first = measured.report.program.calls[0].seconds
    assert told.first_call == first
    assert told.compile == pytest.approx(first - told.compiled.median)
    assert told.warmup >= 2
    assert told.compiled.high < first, "the first call, which compiles, is no sample"
    assert told.pays_off_after is None or told.eager.median > told.compiled.median


def test_the_time_around_the_graphs_is_a_figure_of_its_own(measured: explorer.Exploration) -> None:
    told = measured.report.timings
    assert told is not None and told.graphs is not None and told.overhead is not None
    assert told.graphs.median > 0
    assert told.overhead.median > 0


def test_numbers_and_memory_come_with_it(measured: explorer.Exploration) -> None:
    verdict = measured.verdict
    assert verdict.numerics is not None and verdict.numerics.match
    assert verdict.memory is not None and verdict.memory.eager.saved_bytes is None  # no backward ran
    assert verdict.status == "ok"


def test_every_view_tells_it(measured: explorer.Exploration) -> None:
    text = measured.text(100)
    for head in ("Measured times", "Measured numbers", "Measured memory"):
        assert head in text
        assert head in measured.bundle()["text/html"]
    assert max(map(len, measured.text(60).splitlines())) <= 60
    assert "speed not measured" not in text
    assert list(measured.frames["timings"]["part"]) == ["call", "graphs", "overhead"]
    assert measured.frames["numerics"]["what"].tolist() == ["output"]


def test_it_survives_saving(measured: explorer.Exploration, tmp_path: Any) -> None:
    measured.save(tmp_path / "x.json.gz")
    again = explorer.load(tmp_path / "x.json.gz")
    assert again.verdict == measured.verdict
    assert again.report.timings == measured.report.timings
    with pytest.raises(explorer.UsageError, match="cannot be run again"):
        again.measure()


def test_off_by_default() -> None:
    found = explorer.explain(scale, backend="eager")(torch.ones(2))
    assert found.verdict.timings is found.verdict.numerics is found.verdict.memory is None
    assert "speed not measured" in found.text()


def test_measuring_afterwards_fills_the_same_exploration() -> None:
    found = explorer.explain(scale, backend="eager", steps=True)(torch.ones(2))
    widget, steps = found.widget(), len(found.frames["steps"])
    found.measure(time_limit=0.5)
    assert found.verdict.timings is not None
    assert found.verdict.graphs == 1
    assert found.widget() is not widget
    assert len(found.frames["steps"]) == steps > 0


def test_further_calls_go_on_from_the_explored_one(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counted(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.steps = 0

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.steps += 1
            x += 1
            return x * self.steps

    monkeypatch.setattr("explorer.measuring.MEASURERS", only("the times of whole calls"))
    found = {}
    for measure in (False, True):
        model, x = Counted(), torch.zeros(2)
        calls = [((x,), {}), ((x,), {})]
        found[measure] = explorer.explain(model, backend="eager", calls=calls, measure=measure, time_limit=1)(x)
        assert model.steps == 3
        assert x.tolist() == ([0.0, 0.0] if measure else [3.0, 3.0])
    assert found[True].verdict.timings is not None
    assert len(found[True].verdict.recompiles) == len(found[False].verdict.recompiles) > 0
    assert found[True].verdict.graphs == found[False].verdict.graphs


def test_code_that_is_slower_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.measuring.MEASURERS", only("the times of whole calls"))
    names: dict[str, Any] = {}
    exec(compile(samples.path("tiny_work").read_text(), "tiny_work.py", "exec"), names)
    program = names["build"]()
    found = explorer.explain(program["model"], backend="eager", measure=True, time_limit=1)(*program["inputs"])
    told = found.report.timings
    assert told is not None
    slower = [each for each in found.report.findings if each.code == "SLOWER_THAN_EAGER"]
    assert bool(slower) is (told.conclusive and told.speedup.median < 1)


def test_a_training_step_is_timed_in_parts() -> None:
    model = torch.nn.Linear(4, 2)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    weight = model.weight.detach().clone()
    found = explorer.explain(
        model, backend="aot_eager", train=True, measure=True, time_limit=1, step=optimizer.step, probe=False
    )(torch.randn(3, 4))
    told = found.report.timings
    assert told is not None
    assert [part.part for part in told.parts] == ["forward", "backward", "step"]
    assert torch.equal(model.weight, weight)
    assert model.weight.grad is None
    assert {"gradient of weight", "gradient of bias"} <= set(found.frames["numerics"]["what"])


def test_recompiles_while_calls_are_timed_are_told() -> None:
    class Many:
        """An object of the user's, which is not put back."""

        def __init__(self) -> None:
            self.held: list[int] = []

    many = Many()

    def count(x: torch.Tensor) -> torch.Tensor:
        many.held.append(1)
        return x * len(many.held)

    found = explorer.explain(count, backend="eager", measure=True, time_limit=0.5)(torch.ones(2))
    told = found.report.timings
    assert told is None or any("no steady state" in note for note in told.notes)


def test_what_the_program_prints_is_printed_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explorer.measuring.MEASURERS", only("the times of whole calls"))

    def model(x: torch.Tensor) -> torch.Tensor:
        print("hello")
        return x + 1

    found = explorer.explain(model, backend="eager", measure=True, time_limit=0.3)(torch.ones(2))
    assert found.verdict.timings is not None
    assert capsys.readouterr().out == "hello\n"


def refusal(found: explorer.Exploration) -> str:
    """What the report says about the one thing that was not measured."""
    (finding,) = [each for each in found.report.findings if each.code == "NOT_MEASURED"]
    assert found.verdict.timings is None
    return f"{finding.title} {finding.message}"


def test_a_program_that_uses_up_its_input_is_refused_and_still_explained() -> None:
    numbers = (n for n in range(9))
    found = explorer.explain(lambda x, more: x + len(str(more)), backend="eager", measure=True)(torch.ones(2), numbers)
    assert "Argument 2 is a generator" in refusal(found)
    assert found.verdict.status == "partial"
    assert found.exception is None
    assert next(numbers) == 0


def test_a_program_that_is_not_compiled_is_refused() -> None:
    found = explorer.explain(scale, measure=True, disable=True)(torch.ones(2))
    assert "nothing is compiled" in refusal(found).lower()


def test_a_program_that_failed_is_not_measured() -> None:
    def fails(x: torch.Tensor) -> torch.Tensor:
        raise ValueError("the user's own")

    found = explorer.explain(fails, backend="eager", measure=True)(torch.ones(2))
    assert "the program failed" in refusal(found).lower()


def test_a_limit_that_is_too_small_says_what_is_needed() -> None:
    def slow(x: torch.Tensor) -> torch.Tensor:
        time.sleep(0.1)
        return x + 1

    found = explorer.explain(slow, backend="eager", measure=True, time_limit=0.25)(torch.ones(2))
    told = {each.title: each.message for each in found.report.findings if each.code == "NOT_MEASURED"}
    found_times = told["Not measured: the times of whole calls."]
    assert re.match(r"A pair of calls takes 0\.\d+ s, and 6 pairs about \d\.?\d* s: raise the time limit", found_times)
    rest = next(message for title, message in told.items() if "whether the numbers agree, the memory" in title)
    assert rest == "The time limit of 0.25 s was used up before: raise the time limit."
    assert found.verdict.graphs > 0


def test_one_call_tells_that_the_limit_is_hopeless() -> None:
    calls = itertools.count()  # nothing that is put back

    @torch.compiler.disable
    def count() -> None:
        next(calls)
        time.sleep(0.05)

    def slow(x: torch.Tensor) -> torch.Tensor:
        count()
        return x + 1

    found = explorer.explain(slow, backend="eager", probe=False, measure=True, time_limit=0.01)(torch.ones(2))
    assert next(calls) == 2  # the explored one and one more
    assert re.match(r"One call takes 0\.0\d+ s: raise the time limit", refusal(found).split(". ", 1)[-1])


@pytest.mark.parametrize("limit", [0, -1, float("nan"), float("inf"), "ten", True, None])
def test_a_limit_that_is_no_time_is_an_error(limit: Any) -> None:
    with pytest.raises(explorer.UsageError, match="time_limit must be a number of seconds above 0"):
        explorer.explain(scale, measure=True, time_limit=limit)


def test_a_step_that_nothing_would_run_is_an_error() -> None:
    with pytest.raises(explorer.UsageError, match="train=True and measure=True"):
        explorer.explain(scale, step=lambda: None)
    with pytest.raises(explorer.UsageError, match=r"such as optimizer\.step"):
        explorer.explain(scale, train=True, measure=True, step=3)  # type: ignore[arg-type]


def test_a_block_cannot_be_measured() -> None:
    with pytest.raises(explorer.UsageError, match="cannot be run again"), explorer.capture(measure=True):
        pass
    with explorer.capture() as block:
        pass
    with pytest.raises(explorer.UsageError, match="cannot be run again"):
        block.measure()


def test_one_measurement_that_breaks_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*_: Any) -> None:
        raise ZeroDivisionError("of ours")

    broken, sound = only("the times of whole calls", "whether the numbers agree")
    monkeypatch.setattr("explorer.measuring.MEASURERS", [replace(broken, measure=breaks), sound])
    found = explorer.explain(scale, backend="eager", measure=True, time_limit=5)(torch.ones(2))
    assert "ZeroDivisionError: of ours" in refusal(found)
    assert found.verdict.numerics is not None


def interrupted(*_: Any) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("how", ["measured", "interrupted"])
def test_nothing_is_left_behind(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Model(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(3, 3)
            self.norm = torch.nn.BatchNorm1d(3)
            self.calls = 0

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.calls += 1
            x += 1
            return torch.nn.functional.dropout(self.norm(self.linear(x)))

    monkeypatch.setattr("explorer.measuring.MEASURERS", only("the times of whole calls", "whether the numbers agree"))
    if how == "interrupted":
        broken = [replace(each, measure=interrupted) for each in MEASURERS]
        monkeypatch.setattr("explorer.measuring.MEASURERS", broken)
    model, x = Model(), torch.randn(5, 3)
    first, state = x.clone(), copy.deepcopy(model.state_dict())
    world = _world()
    run: Callable[..., Any] = explorer.explain(model, backend="aot_eager", train=True, measure=True, time_limit=2)
    if how == "interrupted":
        with pytest.raises(KeyboardInterrupt) as stopped:
            run(x)
        assert stopped.value.exploration.verdict.graphs == 1  # type: ignore[attr-defined]
    else:
        assert run(x).verdict.numerics is not None
    assert torch.equal(x, first)
    assert all(torch.equal(value, state[name]) for name, value in model.state_dict().items())
    assert all(parameter.grad is None for parameter in model.parameters())
    assert model.calls == 1, "the explored call's own write to an attribute stays, as without measuring"
    assert _world() == world
    assert torch._dynamo.eval_frame._debug_get_cache_entry_list(Model.forward) == []


def _world() -> list[Any]:
    return [
        torch.get_rng_state().tolist(),
        torch.is_grad_enabled(),
        torch.get_num_threads(),
        torch.is_autocast_enabled("cpu"),
        torch._dynamo.config.save_config_portable(),
        torch._inductor.config.save_config_portable(),
        len(torch._dynamo.convert_frame._bytecode_hooks),
    ]
