"""Numbers as people read them."""

from __future__ import annotations

import pytest

from explorer.report import TensorSpec
from explorer.views.format import THIN, column, count, duration, lines, many, ranges, size, spec


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [
        (None, "—"),
        (0, "0 s"),
        (31.6e-6, "31.6 µs"),
        (102e-6, "102 µs"),
        (1.27e-3, "1.27 ms"),
        (0.86, "860 ms"),
        (0.9999, "1.00 s"),
        (11.4, "11.4 s"),
        (99.96, "100 s"),
        (1234.5, f"1{THIN}234 s"),
    ],
)
def test_duration(seconds: float | None, shown: str) -> None:
    assert duration(seconds) == shown


def test_a_column_has_one_unit() -> None:
    assert column([6.77, 3.3, 0.86, None]) == ("s", ["6.77", "3.30", "0.86", "—"])
    assert column([11.44, 0.04]) == ("s", ["11.4", "0.0"])
    assert column([0.0012, 0.00004]) == ("ms", ["1.20", "0.04"])
    assert column([]) == ("s", [])


def test_counts() -> None:
    assert count(131072) == f"131{THIN}072"
    assert [many(number, "break") for number in (0, 1, 2)] == ["0 breaks", "1 break", "2 breaks"]


@pytest.mark.parametrize(
    ("number", "shown"), [(None, "—"), (0, "0 B"), (512, "512 B"), (12288, "12.0 KiB"), (500 << 20, "500 MiB")]
)
def test_size(number: int | None, shown: str) -> None:
    assert size(number) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (TensorSpec(dtype="float32", shape=(8, 64, 64)), "f32[8, 64, 64]"),
        (TensorSpec(dtype="bfloat16", shape=("s77", 8)), "bf16[s77, 8]"),
        (TensorSpec(dtype="bool", shape=()), "b8[]"),
        (TensorSpec(dtype="int"), "int"),
        (TensorSpec(dtype="float8_e4m3fn", shape=(2,)), "float8_e4m3fn[2]"),
    ],
)
def test_spec(value: TensorSpec, shown: str) -> None:
    assert spec(value) == shown


def test_lines_and_ranges() -> None:
    assert [lines(numbers) for numbers in ([], [4, 4], [9, 3])] == ["—", "4", "3-9"]
    assert ranges([1, 3, 4, 5, 9]) == "1, 3-5, 9"
