"""Two tensors that should be the same number by number, and the third that is nearer to the truth."""

from __future__ import annotations

from typing import Any

from explorer.report.numerics import Compared

TOLERANCE = 1e-4
"""Absolute and relative. The same for low precision, where a user sees more: what the dtype allows is told apart."""

TOLERANCE_DOUBLE = 1e-7

_ROUNDING = {"float16": 1e-3, "bfloat16": 1.6e-2, "float32": 1.3e-6, "float64": 1e-7, "complex64": 1.3e-6,
             "complex128": 1e-7}  # fmt: skip
"""The relative differences that ``torch.testing.assert_close`` allows, from its documentation."""


def tolerance(tensor: Any) -> float:
    """How far the two sides of a tensor of this dtype may differ."""
    import torch

    if not (tensor.is_floating_point() or tensor.is_complex()):
        return 0.0
    return TOLERANCE_DOUBLE if tensor.dtype in (torch.float64, torch.complex128) else TOLERANCE


def compare(what: str, eager: Any, compiled: Any, exact: Any = None) -> Compared:
    """``eager`` against ``compiled``, and both against ``exact``, the float64 value, where there is one."""
    import torch

    dtype, shape = str(eager.dtype).removeprefix("torch."), tuple(map(int, eager.shape))
    if (eager.dtype, eager.shape) != (compiled.dtype, compiled.shape):
        why = f"{dtype}{list(eager.shape)} in eager, {str(compiled.dtype)[6:]}{list(compiled.shape)} compiled"
        return Compared(what=what, dtype=dtype, shape=shape, match=False, why=why)
    one, other = _wide(eager), _wide(compiled)
    broken = (int((~torch.isfinite(one)).sum()), int((~torch.isfinite(other)).sum()))
    unlike = _unlike(one, other)
    absolute, relative = largest(one, other)
    allowed = tolerance(eager)
    near = bool(
        ((one - other).abs() <= allowed + allowed * one.abs())[torch.isfinite(one) & torch.isfinite(other)].all()
    )
    return Compared(
        what=what,
        dtype=dtype,
        shape=shape,
        match=near and not unlike,
        exact=not unlike and absolute == 0,
        rounding=not unlike and relative is not None and relative <= _ROUNDING.get(dtype, 0.0),
        max_abs=absolute,
        max_rel=relative,
        eager_error=None if exact is None else largest(one, _wide(exact))[0],
        compiled_error=None if exact is None else largest(other, _wide(exact))[0],
        not_finite_eager=broken[0],
        not_finite_compiled=broken[1],
        why=f"NaN or Inf in {unlike} places of one side alone" if unlike else None,
    )


def largest(one: Any, other: Any) -> tuple[float | None, float | None]:
    """The largest absolute and relative difference between the finite values of two tensors; None for other shapes."""
    import torch

    one, other = _wide(one), _wide(other)
    if one.shape != other.shape:
        return None, None
    finite = torch.isfinite(one) & torch.isfinite(other)
    if not bool(finite.any()):
        return 0.0, 0.0
    distance = (one - other).abs()[finite]
    size = one.abs()[finite]
    ratio = torch.where(distance == 0, distance, distance / size)
    ratio = ratio[torch.isfinite(ratio)]  # a value that should be 0 has no relative error
    return float(distance.max()), float(ratio.max()) if ratio.numel() else 0.0


def _unlike(one: Any, other: Any) -> int:
    """In how many places only one side is NaN, or the two have different infinities."""
    import torch

    nan = torch.isnan(one) != torch.isnan(other)
    infinite = (torch.isinf(one) | torch.isinf(other)) & (one != other)
    return int((nan | (infinite & ~torch.isnan(one) & ~torch.isnan(other))).sum())


def _wide(tensor: Any) -> Any:
    """``tensor`` in float64 on the CPU; a complex one as pairs."""
    import torch

    tensor = tensor.detach().cpu()
    if tensor.is_complex():
        tensor = torch.view_as_real(tensor.resolve_conj())
    if tensor.is_quantized:
        tensor = tensor.dequantize()
    return tensor.to(torch.float64)
