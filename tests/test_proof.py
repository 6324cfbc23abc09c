"""Fix and prove: the second program runs as the first did, and what is said of both is what plain torch says."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch._dynamo
from torch.utils import _pytree as pytree

import explorer
from explorer import kept, samples
from explorer.compared import Compared
from explorer.errors import UsageError
from explorer.program import load


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


class Chatty(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.register_buffer("seen", torch.zeros(()))

    def forward(self, x: torch.Tensor, *, scale: float = 1.0) -> torch.Tensor:
        y = self.linear(x) * scale
        print("mean", y.mean())
        self.seen.add_(1)
        return y.relu()


class Quiet(Chatty):
    def forward(self, x: torch.Tensor, *, scale: float = 1.0) -> torch.Tensor:
        self.seen.add_(1)
        return (self.linear(x) * scale).relu()


class Wrong(Quiet):
    def forward(self, x: torch.Tensor, *, scale: float = 1.0) -> torch.Tensor:
        return super().forward(x, scale=scale) + 0.1


def explained(model: Any, *args: Any, **how: Any) -> explorer.Exploration:
    return explorer.explain(model, backend="eager", probe=False, **how)(*args)


def numbers(compared: Compared) -> dict[str, tuple[Any, Any]]:
    return {change.name: (change.before, change.after) for change in compared.record.changes}


def test_a_fix_is_proven() -> None:
    x = torch.randn(3, 4)
    chatty, quiet = Chatty(), Quiet()
    before = explained(chatty, x, calls=[((x + 1,), {"scale": 2.0})])
    own = {name: value.clone() for name, value in quiet.state_dict().items()}
    found = before.try_fix(quiet)
    assert found.fixed is True
    assert [(each.fate, each.kind, each.code) for each in found.record.findings if each.kind == "break"] == [
        ("gone", "break", "GB0059")
    ]
    assert [each.exact for each in found.record.outputs] == [True, True]
    assert numbers(found)["graphs"] == (before.verdict.graphs, found.after.verdict.graphs)
    torch.testing.assert_close(found.after.output, chatty(x))  # with the first one's weights
    for name, value in quiet.state_dict().items():  # and its own are back
        assert torch.equal(value, own[name])
    assert torch.equal(chatty.seen, torch.tensor(1.0))  # the call of this test alone


def test_a_fix_that_changes_the_result_is_refused() -> None:
    found = explained(Chatty(), torch.randn(3, 4)).try_fix(Wrong())
    assert found.fixed is False
    (output,) = found.record.outputs
    assert output.equal is False
    assert output.absolute == pytest.approx(0.1, rel=1e-5)


def test_a_fix_that_fixes_nothing() -> None:
    chatty = Chatty()
    found = explained(chatty, torch.randn(3, 4)).try_fix(chatty)
    assert found.fixed is False
    assert {each.fate for each in found.record.findings} == {"kept"}


def test_a_fix_that_fails_is_told_with_its_error() -> None:
    def broken(x: torch.Tensor) -> torch.Tensor:
        raise ValueError("no")

    found = explained(lambda x: x.sin(), torch.ones(3)).try_fix(broken)
    assert found.fixed is False
    assert ("new", "error") in {(each.fate, each.kind) for each in found.record.findings}
    assert any("the program after failed (ValueError)" in note for note in found.record.notes)


def test_a_later_call_that_fails_has_no_output() -> None:
    def once(x: torch.Tensor) -> torch.Tensor:
        if x.shape[0] > 3:
            raise ValueError("no")
        return x.sin()

    found = explained(once, torch.ones(3), calls=[((torch.ones(4),), {})]).try_fix(once)
    assert "The outputs of 1 of 2 calls were compared: the program failed in a later one." in found.record.notes
    assert str(found) == found.text().rstrip()


def test_inputs_that_the_first_run_wrote_to_are_as_they_were() -> None:
    def counts(cache: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        cache.add_(1)
        print("now", cache.sum())
        return cache * x

    def silent(cache: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
        cache.add_(1)
        return cache * x

    cache, x = torch.zeros(3), torch.ones(3)
    before = explained(counts, cache, x)
    assert before.try_fix(silent).fixed is True
    assert torch.equal(cache, torch.ones(3))


def test_large_inputs_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "KEPT_BYTES", 8)
    x = torch.ones(100)
    before = explained(lambda x: x.add_(1), x)
    found = before.try_fix(lambda x: x.add_(1))
    assert any("argument 0" in note and "wrote to" in note for note in found.record.notes)
    alive = weakref.ref(x)
    del x, found, before.output
    before.ran = type(before.ran)(before.ran.kept) if before.ran is not None else None
    gc.collect()
    assert alive() is None
    with pytest.raises(UsageError, match="argument 0 is gone"):
        before.try_fix(lambda x: x)


def test_random_numbers_begin_where_they_did() -> None:
    def noisy(x: torch.Tensor) -> torch.Tensor:
        y = x + torch.rand_like(x)
        print(y.sum())
        return y * 2

    def quiet(x: torch.Tensor) -> torch.Tensor:
        return (x + torch.rand_like(x)) * 2

    x = torch.ones(4)
    before = explained(noisy, x)
    torch.rand(7)
    state = torch.get_rng_state()
    assert before.try_fix(quiet).fixed is True
    assert torch.equal(torch.get_rng_state(), state)

    def other(x: torch.Tensor) -> torch.Tensor:
        torch.rand(1)
        return (x + torch.rand_like(x)) * 2

    found = before.try_fix(other)
    assert found.fixed is False
    assert any("random numbers" in note for note in found.record.notes)


def test_options_hooks_and_settings_are_those_of_the_first() -> None:
    seen: list[str] = []
    hooks = [lambda _: seen.append("first"), lambda _: seen.append("second")]
    x = torch.ones(2)
    whole = torch.compile(lambda x: x.sin(), backend="eager", fullgraph=True)
    before = explorer.explain(whole, calls=[((x,), {})], before=hooks, contexts=[torch.no_grad])(x)

    def breaks(x: torch.Tensor) -> torch.Tensor:
        print("break")
        return x.sin()

    found = before.try_fix(breaks)
    assert seen == ["first", "second", "first"]  # it stopped in its first call
    assert found.after.exception is not None  # fullgraph=True held


def test_gradients_are_put_back() -> None:
    chatty, quiet = Chatty(), Quiet()
    found = explained(chatty, torch.randn(3, 4), train=True).try_fix(quiet)
    assert found.fixed is True
    assert all(parameter.grad is None for model in (chatty, quiet) for parameter in model.parameters())


def test_other_parameters_are_said() -> None:
    class Wide(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.linear = torch.nn.Linear(4, 5)

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return self.linear(x)

    found = explained(Chatty(), torch.randn(3, 4)).try_fix(Wide())
    assert found.record.equal is False
    assert any("different parameters" in note for note in found.record.notes)


def test_what_cannot_be_run_again(tmp_path: Any) -> None:
    before = explained(lambda x: x.sin(), torch.ones(2))
    before.save(tmp_path / "r.json")
    loaded = explorer.load(tmp_path / "r.json")
    with pytest.raises(UsageError, match=r"loaded from a file.*explorer\.compare"):
        loaded.try_fix(lambda x: x)
    with explorer.capture() as captured:
        pass
    with pytest.raises(UsageError, match="captured a block"):
        captured.try_fix(lambda x: x)
    used = explained(sum, iter([torch.ones(2), torch.ones(2)]))
    with pytest.raises(UsageError, match="iterator"):
        used.try_fix(sum)


def test_saved_reports_are_compared_without_outputs(tmp_path: Any) -> None:
    x = torch.randn(3, 4)
    for name, model in (("before", Chatty()), ("after", Quiet())):
        explained(model, x).save(tmp_path / f"{name}.json")
    found = explorer.compare(explorer.load(tmp_path / "before.json"), explorer.load(tmp_path / "after.json"))
    assert found.fixed is None
    assert numbers(found)["breaks"] == (1, 0)
    assert "no values" in found.record.notes[0]
    with pytest.raises(UsageError, match="two explorations"):
        explorer.compare(found.before, "after.json")  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["print_in_forward", "item", "data_dependent_branch"])
def test_the_samples_that_have_a_fix(name: str) -> None:
    path = samples.path(name)
    build, _ = load(f"{path}:build")
    fixed, _ = load(f"{path}:fixed")
    before = explorer.explain(build.model, **build.explain, backend="eager", probe=False)(*build.inputs.args)
    found = before.try_fix(fixed.model)
    assert found.fixed is True, found.text()


def test_the_facade_shows_itself(tmp_path: Any) -> None:
    found = explained(Chatty(), torch.randn(3, 4)).try_fix(Quiet())
    bundle = found._repr_mimebundle_()
    assert bundle["text/plain"].startswith("before  Chatty")
    assert "<script" not in bundle["text/html"]
    found.to_html(tmp_path / "c.html")
    assert "Fixed" in (tmp_path / "c.html").read_text()
    assert set(found.frame["what"]) >= {"number", "break", "function", "output"}


class Counter(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.step = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.step += 1
        print("step", self.step)
        return x * self.step


class QuietCounter(Counter):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.step += 1
        return x * self.step


def test_attributes_begin_where_they_did_and_are_put_back() -> None:
    first, other = Counter(), QuietCounter()
    before = explained(first, torch.ones(3), calls=[((torch.ones(3),), {})])
    assert first.step == 2
    assert before.try_fix(other).fixed is True
    assert (first.step, other.step) == (2, 0)
    again = before.try_fix(first)  # the same model, from its first step
    assert again.record.equal is True
    assert first.step == 2


class Pair:
    """As libraries do it: known to torch's pytree without the names of its parts."""

    def __init__(self, one: torch.Tensor, other: torch.Tensor) -> None:
        self.one, self.other = one, other


def test_types_without_names_for_their_parts() -> None:
    if Pair not in pytree.SUPPORTED_NODES:
        pytree.register_pytree_node(Pair, lambda each: ([each.one, each.other], None), lambda parts, _: Pair(*parts))

    def model(pair: Pair) -> torch.Tensor:
        return pair.one + pair.other

    before = explained(model, Pair(torch.ones(3), torch.ones(3)))
    assert before.exception is None
    assert before.try_fix(model).record.equal is True
