"""The annotation that torch prints beside a node (``f32[8, s77][8, 1]cpu``, ``Sym(s77)``) as tensor specs.

torch writes dtype, sizes, strides and device without separators (torch/fx/graph.py, ``_tensor_annotation``); a tensor
subclass is wrapped in its class name, ``DTensor(f32[4][1]cpu, S(0))``.
"""

from __future__ import annotations

import re
from functools import lru_cache

from explorer.report import TensorSpec

_SHORT = {
    "bf16": "bfloat16",
    "f16": "float16",
    "f32": "float32",
    "f64": "float64",
    "bc32": "bcomplex32",  # torch 2.14
    "c32": "complex32",
    "c64": "complex64",
    "c128": "complex128",
    "b8": "bool",
    "i8": "int8",
    "i16": "int16",
    "i32": "int32",
    "i64": "int64",
    "u8": "uint8",
    "u16": "uint16",
    "u32": "uint32",
    "u64": "uint64",
    "qi8": "qint8",
    "qi32": "qint32",
    "qu8": "quint8",
    "f8e4m3fn": "float8_e4m3fn",
    "f8e4m3fnuz": "float8_e4m3fnuz",
    "f8e5m2": "float8_e5m2",
    "f8e5m2fnuz": "float8_e5m2fnuz",
    "f8e8m0fnu": "float8_e8m0fnu",
    "f4e2m1fnx2": "float4_e2m1fn_x2",
}
_TENSOR = re.compile(
    r"(?P<dtype>[a-z]\w*)\[(?P<shape>[^\[\]]*)\](?:\[(?P<stride>[^\[\]]*)\])?(?P<device>[a-z]+(?::\d+)?)?"
)
_NUMBER = re.compile(r"^-?[0-9]{1,18}$")
_SYMBOL = re.compile(r"^Sym\((.*)\)$", re.DOTALL)
_BOOLEAN = re.compile(r"[<>]|==|!=|\b(?:True|False|Eq|Ne|And|Or|Not)\b")
_WHOLE = re.compile(r"^(?:Trunc|Ceil|Floor|Round)ToInt\(")
_FLOAT = re.compile(r"\bzu?f\d+\b|\d\.\d|\b(?:ToFloat|OpaqueUnaryFn_\w+|FloatTrueDiv|IntTrueDiv|FloatPow)\(")


@lru_cache(maxsize=4096)
def read_spec(annotation: str) -> TensorSpec | None:
    """The spec that ``annotation`` describes; None when it describes no tensor and no number."""
    symbol = _SYMBOL.match(annotation)
    if symbol:
        return TensorSpec(dtype=_number_type(symbol[1]))
    match = _TENSOR.search(annotation)
    if match is None:
        return None
    return TensorSpec(
        dtype=_SHORT.get(match["dtype"], match["dtype"]),
        shape=_sizes(match["shape"]),
        stride=None if match["stride"] is None else _sizes(match["stride"]),
        device=match["device"],
    )


def _number_type(expression: str) -> str:
    if _BOOLEAN.search(expression):
        return "bool"
    return "float" if _FLOAT.search(expression) and not _WHOLE.match(expression) else "int"


def _sizes(text: str) -> tuple[int | str, ...]:
    """Sizes between commas that are outside parentheses: ``8, Max(1, s77)`` holds two."""
    parts: list[str] = []
    depth = start = 0
    for at, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if char == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    sizes = (part.strip() for part in parts)
    return tuple(int(size) if _NUMBER.match(size) else size for size in sizes if size)
