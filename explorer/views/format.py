"""Numbers and units as people read them: times, sizes, counts, shapes, and the words for what is not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from explorer.report import TensorSpec

UNKNOWN = "—"
"""Shown where a thing does not exist or is not known; ``0`` means that it was counted and there is none."""

NOT_MEASURED = "not measured"

THIN = "\u202f"
"""The thin space of long numbers. It does not break."""

_SHORT = {
    "bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64", "complex32": "c32", "complex64": "c64",
    "complex128": "c128", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "b8", "uint8": "u8",
    "uint16": "u16", "uint32": "u32", "uint64": "u64",
}  # fmt: skip


def count(number: int | None) -> str:
    """``131 072`` with thin spaces; ``—`` when unknown."""
    return UNKNOWN if number is None else f"{number:,}".replace(",", THIN)


def many(number: int, noun: str, plural: str | None = None) -> str:
    """``1 break``, ``3 breaks``."""
    return f"{count(number)} {noun if number == 1 else plural or noun + 's'}"


def duration(seconds: float | None) -> str:
    """Three significant digits and the unit by size: ``31.6 µs``, ``1.27 ms``, ``11.4 s``; ``—`` when unknown."""
    if seconds is None:
        return UNKNOWN
    if seconds == 0:
        return "0 s"
    unit, factor = unit_of([seconds])
    return f"{significant(seconds * factor)} {unit}"


def significant(number: float) -> str:
    """Three significant digits, without an exponent: ``0.86``, ``5.83``, ``31.6``, ``102``, ``1 240``."""
    return _decimals(number, digits_for(number))


def times(ratio: float) -> str:
    """A ratio, eager by compiled: ``0.86×``, ``1.08×``, ``2.6×``, ``130×``."""
    return f"{ratio:.2f}×" if ratio < 1.995 else f"{ratio:.1f}×" if ratio < 99.95 else f"{_decimals(ratio, 0)}×"


def scientific(number: float | None) -> str:
    """A difference: ``0``, ``1.2e-07``, ``0.25``; ``—`` when unknown."""
    return UNKNOWN if number is None else "0" if number == 0 else f"{number:.2g}"


def digits_for(number: float) -> int:
    """How many decimals give ``number`` three significant digits, two at most."""
    return 0 if abs(number) >= 99.95 else 1 if abs(number) >= 9.995 else 2


def _decimals(number: float, digits: int) -> str:
    return f"{number:,.{digits}f}".replace(",", THIN)


def unit_of(seconds: Iterable[float | None]) -> tuple[str, float]:
    """The unit for a column of times, chosen by the largest, and what to multiply seconds by."""
    largest = max((abs(value) for value in seconds if value is not None), default=0.0)
    if largest >= 0.9995 or largest == 0:
        return "s", 1.0
    return ("ms", 1e3) if largest >= 0.9995e-3 else ("µs", 1e6)


def column(seconds: Sequence[float | None]) -> tuple[str, list[str]]:
    """A column of times in one unit with one number of decimals: its unit, and the cells without the unit."""
    unit, factor = unit_of(seconds)
    largest = max((abs(value) * factor for value in seconds if value is not None), default=0.0)
    digits = digits_for(largest)
    cells = [UNKNOWN if value is None else _decimals(value * factor, digits) for value in seconds]
    return unit, cells


def size(number: int | None) -> str:
    """Bytes in binary units: ``512 B``, ``12.0 KiB``, ``3.4 MiB``."""
    if number is None:
        return UNKNOWN
    value, units = float(number), ["B", "KiB", "MiB", "GiB", "TiB"]
    while value >= 1024 and len(units) > 1:
        value /= 1024
        units.pop(0)
    return f"{count(number)} B" if units[0] == "B" else f"{value:.{0 if value >= 100 else 1}f} {units[0]}"


def dtype(name: str) -> str:
    """torch's short name of a dtype: ``f32`` for ``float32``."""
    return _SHORT.get(name, name)


def spec(value: TensorSpec) -> str:
    """``f32[8, 64, 64]``, or ``int`` for a Python number."""
    if value.shape is None:
        return dtype(value.dtype)
    return f"{dtype(value.dtype)}[{', '.join(map(str, value.shape))}]"


def lines(numbers: Iterable[int]) -> str:
    """Line numbers as their range: ``17-23``, ``24``; ``—`` for none."""
    known = sorted(set(numbers))
    if not known:
        return UNKNOWN
    return str(known[0]) if known[0] == known[-1] else f"{known[0]}-{known[-1]}"


def ranges(numbers: Iterable[int]) -> str:
    """Numbers with runs joined: ``1, 4-7``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in runs)
