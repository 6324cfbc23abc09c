"""Annotations of printed graphs, held against tensors that torch describes."""

from __future__ import annotations

import pytest
import torch

from explorer.parse.fx_spec import read_spec
from explorer.report import TensorSpec

DTYPES = sorted((value for value in vars(torch).values() if isinstance(value, torch.dtype)), key=str)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_every_dtype_of_torch(dtype: torch.dtype) -> None:
    short = getattr(dtype, "abbr", None)
    if short is None:
        pytest.skip("this torch does not abbreviate it")
    spec = read_spec(f"{short}[2, 3][3, 1]cpu")
    assert spec is not None
    assert (spec.shape, spec.stride, spec.device) == ((2, 3), (3, 1), "cpu")
    if not str(dtype).removeprefix("torch.").startswith(("bits", "uint", "int", "quint", "float4")):
        assert spec.dtype == str(dtype).removeprefix("torch.")


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("f32[]", TensorSpec(dtype="float32", shape=())),
        ("i64[s77, -1]", TensorSpec(dtype="int64", shape=("s77", -1))),
        ("bf16[8, Max(1, s0)][Max(1, s0), 1]cuda:1", TensorSpec(
            dtype="bfloat16", shape=(8, "Max(1, s0)"), stride=("Max(1, s0)", 1), device="cuda:1"
        )),
        ("DTensor(f32[4][1]cpu, S(0))", TensorSpec(dtype="float32", shape=(4,), stride=(1,), device="cpu")),
        ("Sym(s77 + 1)", TensorSpec(dtype="int")),
        ("Sym(u0 >= 0)", TensorSpec(dtype="bool")),
        ("Sym(zuf0)", TensorSpec(dtype="float")),
        ("Sym(TruncToInt(2.5*s0))", TensorSpec(dtype="int")),
        ("torch.Tensor", None),
        ("", None),
    ],
)  # fmt: skip
def test_forms(annotation: str, expected: TensorSpec | None) -> None:
    assert read_spec(annotation) == expected
