"""Advice that was tried: the counts are those of plain torch with the same option, and nothing is left behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer.errors import UsageError
from explorer.report.trial import Trial


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


class Counter(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.step += 1
        return x * self.step


def scaled(x: torch.Tensor, n: float = 1.0) -> torch.Tensor:
    return x.sin() * n


def sized(*sizes: int) -> list[tuple[torch.Tensor]]:
    return [(torch.ones(size, 3),) for size in sizes]


def versions_of_plain_torch(model: Callable[..., Any], inputs: list[Any], **options: Any) -> int:
    seen: list[int] = []

    def backend(graph: torch.fx.GraphModule, _: Any) -> Any:
        seen.append(1)
        return graph.forward

    torch._dynamo.reset()
    compiled = torch.compile(model, backend=backend, **options)
    for args in inputs:
        compiled(*args)
    torch._dynamo.reset()
    return len(seen)


def tried(model: Any, inputs: list[Any], **how: Any) -> tuple[explorer.Exploration, dict[str, Trial], Any]:
    x = explorer.explain(model, backend="eager", probe=False, calls=[(args, {}) for args in inputs[1:]], **how)(
        *inputs[0]
    )
    found = x.try_advice()
    return x, {each.name: each for each in found.trials}, found


def test_a_batch_of_many_sizes() -> None:
    inputs = sized(4, 5, 6)
    _, trials, found = tried(scaled, inputs)
    assert trials["as it is"].versions == versions_of_plain_torch(scaled, inputs) == 2
    assert trials["dynamic=True"].versions == versions_of_plain_torch(scaled, inputs, dynamic=True) == 1
    marked = [(args[0].clone(),) for args in inputs]
    for (x,) in marked:
        torch._dynamo.mark_dynamic(x, 0)
    assert trials["mark_dynamic (x, 0)"].versions == versions_of_plain_torch(scaled, marked) == 1
    assert found.best is not None and found.best.recompiles == 0
    assert all(not hasattr(args[0], "_dynamo_dynamic_indices") for args in inputs)


def test_sizes_of_one() -> None:
    inputs = sized(4, 5, 1)
    _, trials, _ = tried(scaled, inputs)
    assert trials["as it is"].versions == versions_of_plain_torch(scaled, inputs) == 3
    assert trials["dynamic=True"].versions == versions_of_plain_torch(scaled, inputs, dynamic=True) == 2
    assert trials["mark_unbacked (x, 0)"].versions == 1
    assert "0 or 1" in trials["dynamic=True"].left[0]


def test_an_attribute_that_counts_and_is_put_back() -> None:
    model = Counter()
    x, trials, found = tried(model, [(torch.ones(3),)] * 4)
    assert model.step == 4  # the four calls of the exploration, as explain leaves them
    assert trials["as it is"].recompiles == len(x.verdict.recompiles)
    with torch._dynamo.config.patch(allow_unspec_int_on_nn_module=True):
        expected = versions_of_plain_torch(Counter(), [(torch.ones(3),)] * 4)
    assert trials["allow_unspec_int_on_nn_module"].versions == expected
    assert found.best is not None and found.best.name == "allow_unspec_int_on_nn_module"
    assert not torch._dynamo.config.allow_unspec_int_on_nn_module


def test_a_number_as_a_tensor() -> None:
    inputs = [(torch.ones(3), n) for n in (1.5, 2.5, 3.5)]
    _, trials, _ = tried(scaled, inputs)
    assert trials["as it is"].versions == versions_of_plain_torch(scaled, inputs)
    tensors = [(x, torch.tensor(n)) for x, n in inputs]
    assert trials["n as a tensor"].versions == versions_of_plain_torch(scaled, tensors) == 1


def test_an_option_that_compiles_nothing_leaves_more_than_none() -> None:
    def cut(x: torch.Tensor, k: int) -> torch.Tensor:
        return x[:k] * k

    inputs = [(torch.ones(8), k) for k in (3, 4, 5)]
    _, trials, found = tried(cut, inputs)
    tensors = [(x, torch.tensor(k)) for x, k in inputs]
    assert trials["k as a tensor"].versions == versions_of_plain_torch(cut, tensors) == 0
    row = next(line for line in found.text(200).split("\n") if line.strip().startswith("k as a tensor"))
    assert "nothing is compiled" in row and "more than as it is" in row and "none" not in row


def test_nothing_can_be_tried() -> None:
    _, trials, found = tried(scaled, [(torch.ones(3, dtype=dtype),) for dtype in (torch.float32, torch.float64)])
    assert list(trials) == ["as it is"]
    assert found.best is None
    assert "no advice about them can be tried" in found.text()


def test_an_option_that_fails_is_said() -> None:
    def fixed(x: torch.Tensor) -> torch.Tensor:
        return x.view(12)

    _, trials, found = tried(fixed, [(torch.ones(3, 4),), (torch.ones(4, 3),)])
    assert any(trial.error is not None for trial in trials.values())
    assert "fails:" in found.text()


@pytest.mark.slow
def test_all_together_where_there_are_several_causes() -> None:
    class Both(Counter):
        pass

    inputs = sized(4, 5, 6, 7)
    _, trials, found = tried(Both(), inputs)
    assert trials["all together"].recompiles == 0
    assert found.best is not None and found.best.recompiles == 0


def test_it_shows_itself_everywhere() -> None:
    _, _, found = tried(scaled, sized(4, 5))
    assert "1 recompile as it is, 0 with dynamic=True" in found.text(60)
    assert all(len(line) <= 60 for line in found.text(60).splitlines())
    assert "<script" not in found._repr_mimebundle_()["text/html"]
    assert found.frame["tried"].iloc[0] == "as it is"


def test_what_was_loaded_cannot_be_tried(tmp_path: Any) -> None:
    x = explorer.explain(scaled, backend="eager", probe=False)(torch.ones(3))
    x.save(tmp_path / "x.json")
    with pytest.raises(UsageError, match="cannot be run again"):
        explorer.load(tmp_path / "x.json").try_advice()
