"""Wrong arguments of ``explain`` and ``capture`` are errors of ours, at once, with the remedy."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import torch

import explorer
from explorer.checks import shortened


def function(x: torch.Tensor) -> torch.Tensor:
    return x.sin()


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"config": {"nope": 1}}, r"^torch\._dynamo\.config has no 'nope'$"),
        ({"config": {"recompile_limits": 1}}, r"no 'recompile_limits' \(did you mean .*recompile_limit"),
        ({"inductor_config": {"max_autotun": 1}}, r"^torch\._inductor\.config has no .*max_autotune"),
        ({"config": {3: 1}}, "has no 3"),
        ({"config": [("a", 1)]}, "must be a mapping of names, not list"),
        ({"contexts": [3]}, r"contexts\[0\] must be a context-manager factory or None, not int"),
        ({"contexts": torch.no_grad}, "contexts must be a list with a context-manager factory or None for each call"),
        ({"before": 3}, "before must be a list with a callable or None for each call, not int"),
        ({"before": [None, "x"]}, r"before\[1\] must be a callable or None, not str"),
        ({"loss": torch.sum}, "it needs train=True"),
        ({"loss": 3, "train": True}, "loss must be a function from the output to the loss, not int"),
    ],
)
def test_wrong_arguments(keywords: dict[str, Any], message: str) -> None:
    with pytest.raises(explorer.UsageError, match=message):
        explorer.explain(function, backend="eager", **keywords)


@pytest.mark.parametrize("name", ["recompile_limit", "cache_size_limit"])
def test_known_configuration_is_taken_also_by_its_older_name(name: str) -> None:
    found = explorer.explain(function, backend="eager", config={name: 5}, inductor_config={"triton.cudagraphs": False})
    assert found(torch.ones(2)).exception is None


def test_a_capture_checks_its_configuration_too() -> None:
    with pytest.raises(explorer.UsageError, match="has no 'nope'"), explorer.capture(config={"nope": 1}):
        raise AssertionError("the block must not run")


def test_a_torch_that_cannot_be_imported_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch._dynamo.config", None)
    with pytest.raises(explorer.UsageError, match=r"torch cannot be imported .*restart the kernel"):
        explorer.explain(function)
    with pytest.raises(explorer.UsageError, match="restart the kernel"), explorer.capture():
        raise AssertionError("the block must not run")


def test_a_refused_option_names_the_nearest_alone() -> None:
    with pytest.raises(RuntimeError) as refusal:
        torch.compile(function, options={"max_autotun": True})
    assert "did you mean max_autotune" in shortened(str(refusal.value)) and len(shortened(str(refusal.value))) < 200
    with pytest.raises(RuntimeError) as refusal:
        torch.compile(function, options={"zzz": True})
    assert shortened(str(refusal.value)) == "Unexpected optimization option zzz"
    assert shortened("anything else") == "anything else"
