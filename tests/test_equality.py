"""Outputs are compared as ``torch.testing.assert_close`` compares them, and what it cannot say is said."""

from __future__ import annotations

import collections
import dataclasses
from typing import Any

import pytest
import torch

from explorer.equality import compare_outputs

ONE = torch.ones(3)


@dataclasses.dataclass
class Output:
    logits: torch.Tensor
    loss: float


PAIRS: dict[str, tuple[Any, Any]] = {
    "the same": (ONE, ONE.clone()),
    "within tolerance": (ONE, ONE + 1e-6),
    "outside": (ONE, ONE + 1e-2),
    "bfloat16 within": (ONE.bfloat16(), ONE.bfloat16() + 2**-7),
    "nan": (ONE * torch.nan, ONE * torch.nan),
    "infinite": (ONE * torch.inf, ONE * torch.inf),
    "signs of infinity": (ONE * torch.inf, -ONE * torch.inf),
    "shape": (ONE, torch.ones(4)),
    "dtype": (ONE, ONE.double()),
    "integers": (torch.arange(3), torch.arange(3)),
    "other integers": (torch.arange(3), torch.arange(3) + 1),
    "empty": (torch.empty(0), torch.empty(0)),
    "complex": (ONE * 1j, ONE * 1j + 1e-7),
    "bool": (ONE > 0, ONE > 0),
    "gradients": (ONE.clone().requires_grad_(), ONE.clone()),
}


@pytest.mark.parametrize("name", PAIRS)
def test_tensors_as_torch_testing_says(name: str) -> None:
    before, after = PAIRS[name]
    (found,) = compare_outputs([before], [after])
    try:
        torch.testing.assert_close(after, before, equal_nan=True)
        expected = True
    except AssertionError:
        expected = False
    assert found.equal is expected
    assert (found.message is None) is expected
    if before.shape == after.shape and before.dtype == after.dtype:
        assert found.exact is bool(((before == after) | (before.isnan() & after.isnan())).all())


def test_the_largest_difference() -> None:
    before, after = torch.tensor([1.0, 2.0, 4.0]), torch.tensor([1.0, 2.5, 5.0])
    (found,) = compare_outputs([before], [after])
    assert found.absolute == pytest.approx((before - after).abs().max().item())
    assert found.relative == pytest.approx(((before - after).abs() / before).max().item())
    assert (found.rtol, found.atol) == (1.3e-6, 1e-5)


def test_every_output_of_every_call_by_its_path() -> None:
    before = [(ONE, {"loss": torch.tensor(1.0)}), [ONE]]
    after = [(ONE, {"loss": torch.tensor(2.0)}), [ONE]]
    found = {(each.call, each.path): each.equal for each in compare_outputs(before, after)}
    assert found == {(0, "[0]"): True, (0, "[1]['loss']"): False, (1, "[0]"): True}


def test_dataclasses_are_compared_by_field() -> None:
    found = compare_outputs([Output(ONE, 1.0)], [Output(ONE, 2.0)])
    assert {each.path: each.equal for each in found} == {".logits": True, ".loss": False}


def test_another_structure_is_said() -> None:
    (found,) = compare_outputs([(ONE, ONE)], [[ONE]])
    assert found.equal is False
    assert found.message is not None and "tuple(Tensor, Tensor) before, list(Tensor) after" in found.message
    ordered = collections.OrderedDict(a=ONE)
    (found,) = compare_outputs([ordered], [{"a": ONE}])
    assert found.equal is False


@pytest.mark.parametrize(
    ("before", "after", "equal"),
    [("a", "a", True), ("a", "b", False), (None, None, None), (1, 1, True), (1.0, 1.0 + 1e-9, True), (2, 3, False),
     (object(), object(), None), (torch.float32, torch.float32, True)],
)  # fmt: skip
def test_what_is_no_tensor(before: Any, after: Any, equal: bool | None) -> None:
    found = compare_outputs([before], [after])
    if before is None:
        assert all(each.equal for each in found)
    else:
        assert [each.equal for each in found] == [equal]


def test_a_tensor_that_cannot_be_compared_is_no_error() -> None:
    (found,) = compare_outputs([ONE.to("meta")], [ONE.to("meta")])
    assert found.equal is None or found.equal is True
    sparse = torch.eye(3).to_sparse()
    (found,) = compare_outputs([sparse], [sparse])
    assert found.equal is True
