"""Whether two runs returned the same: every output of every call, with the tolerances of ``torch.testing``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from explorer.nested import flatten
from explorer.report.comparison import OutputMatch

_LONGEST = 300
"""Characters of a message of torch or of a value that are kept."""


def compare_outputs(before: Sequence[Any], after: Sequence[Any]) -> tuple[OutputMatch, ...]:
    """Each output of each call that both sides made.

    Tensors are compared by ``torch.testing.assert_close`` (shape, dtype, device, and values within the tolerances of
    the dtype; NaN equals NaN), numbers too, anything else by ``==``.
    """
    return tuple(
        found
        for call, (one, other) in enumerate(zip(before, after, strict=False))
        for found in _values(call, "", one, other)
    )


def _values(call: int, path: str, before: Any, after: Any) -> list[OutputMatch]:
    old, old_shape = flatten(before)
    new, new_shape = flatten(after)
    if old_shape != new_shape:
        message = f"the structure differs: {_short(_skeleton(before))} before, {_short(_skeleton(after))} after"
        return [OutputMatch(call, path, equal=False, exact=False, message=message)]
    return [
        found
        for (inside, one), (_, other) in zip(old, new, strict=True)
        for found in _leaf(call, path + inside, one, other)
    ]


def _skeleton(value: Any) -> str:
    """The containers and types of a value."""
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(_skeleton, value))})"
    if isinstance(value, dict):
        return f"{type(value).__name__}({', '.join(f'{key}={_skeleton(each)}' for key, each in value.items())})"
    return type(value).__name__


def _leaf(call: int, path: str, before: Any, after: Any) -> list[OutputMatch]:
    if _is_record(before) and type(before) is type(after):
        pairs = ((each.name, getattr(before, each.name), getattr(after, each.name)) for each in fields(before))
        return [found for name, one, other in pairs for found in _values(call, f"{path}.{name}", one, other)]
    return [_single(call, path, before, after)]


def _is_record(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _single(call: int, path: str, before: Any, after: Any) -> OutputMatch:
    import torch

    numbers = (bool, int, float, complex)
    if not isinstance(before, torch.Tensor) or not isinstance(after, torch.Tensor):
        if isinstance(before, numbers) and isinstance(after, numbers):
            return _close(call, path, before, after, bool(before == after))
        return _by_equality(call, path, before, after)
    try:
        with torch.no_grad():
            return _tensors(call, path, before.detach(), after.detach())
    except Exception as error:  # a subclass or a layout that cannot be compared: said, not raised
        return OutputMatch(call, path, equal=None, message=_short(f"{type(error).__name__}: {error}"))


def _by_equality(call: int, path: str, before: Any, after: Any) -> OutputMatch:
    try:
        same = type(before) is type(after) and bool(before == after)
    except Exception as error:
        return OutputMatch(call, path, equal=None, message=_short(f"{type(error).__name__}: {error}"))
    if not same and type(before) is type(after) and getattr(type(before), "__eq__") is object.__eq__:  # noqa: B009
        return OutputMatch(call, path, equal=None, message=f"{type(before).__name__} has no equality of its own")
    return OutputMatch(call, path, equal=same, exact=same, message=None if same else _differs(before, after))


def _differs(before: Any, after: Any) -> str:
    return _short(f"{before!r} before, {after!r} after")


def _tensors(call: int, path: str, before: Any, after: Any) -> OutputMatch:
    same_kind = (before.shape, before.dtype, before.device) == (after.shape, after.dtype, after.device)
    exact = same_kind and _bits(before, after)
    return _close(call, path, before, after, exact)


def _bits(before: Any, after: Any) -> bool:
    import torch

    if before.layout != torch.strided or after.layout != torch.strided or before.is_quantized:
        return False
    return bool(((before == after) | (before.isnan() & after.isnan())).all())


def _close(call: int, path: str, before: Any, after: Any, exact: bool) -> OutputMatch:
    import torch

    absolute, relative = _largest(before, after)
    rtol, atol = _tolerances(before, after)
    message = None
    try:
        torch.testing.assert_close(after, before, equal_nan=True)
    except AssertionError as error:
        message = _short(" ".join(str(error).split()))
    return OutputMatch(call, path, message is None, exact and message is None, absolute, relative, rtol, atol, message)


def _largest(before: Any, after: Any) -> tuple[float | None, float | None]:
    """The largest absolute and relative difference; None where the two cannot be subtracted."""
    import torch

    one, other = (torch.as_tensor(value) for value in (before, after))
    if one.shape != other.shape or one.device != other.device or one.layout != torch.strided or not one.numel():
        return None, None
    wide = torch.complex128 if one.is_complex() or other.is_complex() else torch.float64
    if one.device.type == "mps":  # no float64 there
        one, other = one.cpu(), other.cpu()
    one, other = one.to(wide), other.to(wide)
    distance = torch.where(one == other, torch.zeros_like(one.abs()), (one - other).abs()).nan_to_num(0.0)
    ratio = torch.where(distance == 0, distance, distance / one.abs())
    return float(distance.max()), float(ratio.max())


def _tolerances(before: Any, after: Any) -> tuple[float | None, float | None]:
    """``rtol`` and ``atol`` that ``assert_close`` takes for these dtypes, by torch's documented table."""
    import torch

    table = {
        torch.float16: (1e-3, 1e-5),
        torch.bfloat16: (1.6e-2, 1e-5),
        torch.float32: (1.3e-6, 1e-5),
        torch.float64: (1e-7, 1e-7),
        torch.complex32: (1e-3, 1e-5),
        torch.complex64: (1.3e-6, 1e-5),
        torch.complex128: (1e-7, 1e-7),
    }
    found = [table.get(torch.as_tensor(value).dtype, (0.0, 0.0)) for value in (before, after)]
    if isinstance(before, float | complex):
        found = [(1e-7, 1e-7)]
    return max(rtol for rtol, _ in found), max(atol for _, atol in found)


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
