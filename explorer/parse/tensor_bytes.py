"""How many bytes a tensor takes, from its dtype and its sizes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from explorer.report import TensorSpec

_BITS = re.compile(r"^[a-z]*?(\d+)(?:_|$)")
_PACKED = re.compile(r"_x(\d+)$")


def bytes_of(spec: TensorSpec, sizes: Mapping[str, int] | None = None) -> int | None:
    """The bytes of the elements of ``spec``; ``sizes`` are the values of symbolic sizes at the compile.

    None for what is no tensor, and where a size or the dtype is not known.
    """
    width = bytes_per_element(spec.dtype)
    if spec.shape is None or width is None:
        return None
    known = [size if isinstance(size, int) else (sizes or {}).get(size) for size in spec.shape]
    return None if None in known else math.prod(size for size in known if size is not None) * width


def bytes_per_element(dtype: str) -> int | None:
    """Bytes of one element of a torch dtype (``float32``, ``float8_e4m3fn``, ``bool``); None when it tells no width.

    Two float4 numbers share a byte, which is one element for torch (``float4_e2m1fn_x2``).
    """
    if dtype == "bool":
        return 1
    bits = _BITS.match(dtype)
    packed = _PACKED.search(dtype)
    if bits is None:
        return None
    width = int(bits[1]) * (int(packed[1]) if packed else 1)
    return width // 8 if width % 8 == 0 else None
