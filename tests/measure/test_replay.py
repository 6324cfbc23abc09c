"""A replay: every call of either side starts from the same inputs and state, and nothing is left changed."""

from __future__ import annotations

import copy
import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest
import torch

from explorer.measure.arguments import Pristine, same
from explorer.measure.errors import CannotReplay
from explorer.measure.replay import Replay, Subject


def replay_of(model: Callable[..., Any], *args: Any, **how: Any) -> Replay:
    return Replay(Subject(model=model, args=args, kwargs={}, **how))


def adds_in_place(x: torch.Tensor) -> torch.Tensor:
    x.add_(1)
    return x * 2


def test_inputs_that_a_call_changes_are_fresh_in_the_next() -> None:
    x = torch.zeros(3)
    replay = replay_of(adds_in_place, x)
    with replay.ready(adds_in_place):
        for side in ("eager", "compiled", "eager"):
            outcome = replay.call(side)
            assert outcome.output.tolist() == [2.0, 2.0, 2.0]
            assert outcome.arguments[0][0].tolist() == [1.0, 1.0, 1.0]
        assert not replay.runs_again
    assert x.tolist() == [0.0, 0.0, 0.0]


def test_the_explored_call_s_own_change_of_an_input_is_put_back_last() -> None:
    x = torch.zeros(3)
    replay = replay_of(adds_in_place, x)
    adds_in_place(x)
    with replay.ready(adds_in_place):
        replay.call("eager")
    assert x.tolist() == [1.0, 1.0, 1.0], "a further call goes on from here"
    replay.put_back_inputs()
    assert x.tolist() == [0.0, 0.0, 0.0]


def test_aliased_inputs_stay_aliased() -> None:
    base = torch.arange(6.0)
    view = base[2:4]
    (one, other, again), _ = Pristine((base, view, base), {}).fresh()
    other.fill_(9)
    assert one.tolist() == [0, 1, 9, 9, 4, 5]
    assert again is one
    assert base.tolist() == [0, 1, 2, 3, 4, 5]


def test_strides_subclasses_and_results_of_autograd_are_copied() -> None:
    class Own(torch.Tensor):
        pass

    weight = torch.ones(2, requires_grad=True)
    strided, own, computed = torch.ones(4, 6).t(), torch.ones(2).as_subclass(Own), weight * 2
    own.unit = ["m"]
    (a, b, c), _ = Pristine((strided, own, computed), {}).fresh()
    assert a.stride() == strided.stride()
    assert type(b) is Own
    assert b.unit == ["m"] and b.unit is not own.unit
    assert c.is_leaf and c.requires_grad and c.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("argument", [(n for n in range(3)), open(__file__)], ids=["generator", "file"])  # noqa: SIM115
def test_what_cannot_be_copied_is_refused_by_name(argument: Any) -> None:
    with pytest.raises(CannotReplay, match="argument 2"):
        replay_of(lambda x, _: x, torch.ones(2), argument)


def test_a_program_that_fails_the_second_time_is_refused() -> None:
    turns = itertools.count()  # nothing that is put back

    def once(x: torch.Tensor) -> torch.Tensor:
        if next(turns) > 0:
            raise RuntimeError("only once")
        return x

    replay = replay_of(once, torch.ones(2))
    once(torch.ones(2))
    with pytest.raises(CannotReplay, match="a second call raised RuntimeError: only once"), replay.ready(once):
        pass


class Counting(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)
        self.norm = torch.nn.BatchNorm1d(3)
        self.calls = 0
        self.seen: list[int] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.calls += 1
        self.seen.append(self.calls)
        self.latest = x.sum()
        return self.norm(self.linear(x)) * self.calls + torch.rand(3)


def state_of(model: Counting) -> dict[str, Any]:
    return {**copy.deepcopy(model.state_dict()), "calls": model.calls, "seen": list(model.seen),
            "latest": hasattr(model, "latest")}  # fmt: skip


def test_buffers_attributes_and_random_numbers_are_the_same_in_every_call() -> None:
    torch.manual_seed(0)
    model, x = Counting(), torch.randn(4, 3)
    replay = replay_of(model, x)
    first = model(x).detach().clone()
    after, drawn, python = state_of(model), torch.get_rng_state(), random.getstate()
    with replay.ready(model):
        outputs = [replay.call(side).output.detach().clone() for side in ("eager", "compiled", "eager")]
        assert {"calls", "seen", "norm.running_mean", "random numbers"} <= set(replay.state.changes)
    assert all(torch.equal(first, each) for each in outputs), "as the explored call, not the next one"
    assert same(state_of(model), after)
    assert torch.equal(torch.get_rng_state(), drawn)
    assert random.getstate() == python


def test_training_puts_gradients_parameters_and_the_optimizer_back() -> None:
    model, x = torch.nn.Linear(3, 2), torch.randn(4, 3, requires_grad=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
    model.weight.grad = torch.ones(2, 3)
    gradient, weight = model.weight.grad, model.weight.detach().clone()
    replay = replay_of(model, x, train=True, loss=lambda output: output.sum(), step=optimizer.step)
    with replay.ready(model):
        one, other = replay.call("eager"), replay.call("compiled")
        assert list(one.seconds) == ["forward", "backward", "step"]
        assert set(one.gradients) == {"weight", "bias", "argument 1"}
        assert same(one.gradients, other.gradients)
        assert torch.allclose(one.gradients["weight"], x.detach().sum(0).expand(2, 3))
    assert model.weight.grad is gradient
    assert model.weight.grad.tolist() == [[1.0] * 3] * 2
    assert torch.equal(model.weight, weight)
    assert not optimizer.state
    assert x.grad is None


def test_an_optimizer_and_a_module_that_a_function_closes_over_are_put_back() -> None:
    net = torch.nn.Linear(2, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.5, momentum=0.9)

    def step(x: torch.Tensor) -> torch.Tensor:
        loss = net(x).sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.detach()

    x = torch.ones(3, 2)
    replay = replay_of(step, x)
    first = step(x)
    weight, state = net.weight.detach().clone(), copy.deepcopy(optimizer.state_dict())
    with replay.ready(step):
        assert same(replay.call("eager").output, first)
        assert same(replay.call("compiled").output, first)
    assert torch.equal(net.weight, weight)
    assert same(optimizer.state_dict(), state)


SEEN: list[int] = []
COUNT = 0


def noted(x: torch.Tensor) -> torch.Tensor:
    global COUNT  # noqa: PLW0603 - a program that does so
    COUNT += 1
    SEEN.append(COUNT)
    return x * COUNT


def test_globals_and_closed_over_values_that_a_program_changes_are_put_back() -> None:
    inside: dict[str, int] = {"calls": 0}
    count = 0

    def program(x: torch.Tensor) -> torch.Tensor:
        nonlocal count
        count += 1
        inside["calls"] += 1
        return noted(x) + count

    def now() -> tuple[object, ...]:
        return COUNT, list(SEEN), dict(inside), count

    before, held = now(), SEEN
    replay = Replay(Subject(program, (torch.ones(2),), {}))
    program(torch.ones(2))
    after = now()
    with replay.ready(program):
        made = [replay.call("eager").output for _ in range(3)]
        assert all(torch.equal(each, torch.ones(2) * (before[0] + 1) + 1) for each in made)  # type: ignore[operator]
    assert now() == after and SEEN is held
    assert {"COUNT", "SEEN", "inside", "count"} <= set(replay.state.changes)


def test_modes_of_the_process_are_put_back() -> None:
    threads = torch.get_num_threads()

    def rude(x: torch.Tensor) -> torch.Tensor:
        torch.set_grad_enabled(False)
        torch.set_num_threads(threads + 1)
        return x + 1

    replay = replay_of(rude, torch.ones(2))
    with replay.ready(rude):
        replay.call("eager")
    assert torch.is_grad_enabled()
    assert torch.get_num_threads() == threads


def test_calls_that_change_nothing_follow_each_other() -> None:
    turns = itertools.count()  # nothing that is put back
    replay = replay_of(lambda x: (next(turns), x + 1)[1], torch.ones(2))
    with replay.ready(replay.function("eager")):
        assert replay.runs_again
        before = next(turns)
        assert list(replay.seconds("eager", 5)) == ["forward"]
        assert next(turns) == before + 6


def test_an_interrupt_puts_everything_back() -> None:
    model, x = Counting(), torch.randn(4, 3)
    before = state_of(model)
    replay = replay_of(model, x)
    with pytest.raises(KeyboardInterrupt), replay.ready(model):
        model(x)
        raise KeyboardInterrupt
    assert same(state_of(model), before)


def test_same_compares_what_it_can() -> None:
    assert same({"a": [torch.tensor([float("nan")]), 1]}, {"a": [torch.tensor([float("nan")]), 1]})
    assert not same(torch.ones(2), torch.ones(2, dtype=torch.float64))
    assert not same([1, 2], (1, 2))
    assert same(float("nan"), float("nan"))
    around: list[Any] = [1]
    around.append(around)
    assert same(around, copy.deepcopy(around))
