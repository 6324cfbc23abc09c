"""The state of torch that a compile was made under, as the guard on it tells: grad mode, autocast, threads, dtypes.

torch prints it as JSON after ``___check_global_state() against`` (torch/csrc/dynamo/guards.cpp, ``GlobalStateGuard``);
dtypes and devices are numbers of c10/core/ScalarType.h and ``_AUTOCAST_SUPPORTED_DEVICES`` of ATen/autocast_mode.h.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from explorer.parse.modes import Modes
from explorer.parse.recorded import Recorded

_STATE = re.compile(r"___check_global_state\(\) against (\{.*\})")
_DEVICES = ("cpu", "cuda", "mtia", "maia", "xpu", "ipu", "hpu", "xla", "privateuseone", "mps")
_DTYPES = {5: "float16", 6: "float32", 7: "float64", 15: "bfloat16"}


def read_state(guards: str) -> dict[str, Any] | None:
    """The state in a printed guard tree, or None where torch does not print it."""
    found = _STATE.search(guards)
    try:
        state = msgspec.json.decode(found[1]) if found else None
    except msgspec.DecodeError:
        return None
    return state if isinstance(state, dict) else None


def modes_of(state: Mapping[str, Any]) -> Modes:
    """The modes that the function was called in."""
    grad = state.get("grad_mode")
    return Modes(grad=grad if isinstance(grad, bool) else None, autocast=_autocast(state))


def words(state: Mapping[str, Any]) -> dict[str, str]:
    """What must stay as it is for the compiled code to be used again, by name: ``{"gradients": "on", …}``."""
    autocast = _autocast(state)
    told = {
        "gradients": _on(state.get("grad_mode")),
        "autocast": ", ".join(f"{dtype} on {device}" for device, dtype in autocast.items()) or "off",
        "default dtype": _DTYPES.get(_whole(state.get("default_dtype")), "unknown"),
        "threads": str(state.get("num_threads", "unknown")),
        "deterministic algorithms": _on(state.get("deterministic_algorithms")),
        "TF32 in matrix products": _on(state.get("allow_tf32")),
    }
    return {name: value for name, value in told.items() if value != "unknown"}


def _autocast(state: Mapping[str, Any]) -> dict[str, str]:
    about = state.get("autocast_state")
    if not isinstance(about, dict):
        return {}
    enabled, dtypes = about.get("enabled") or (), about.get("dtype") or ()
    pairs = zip(_DEVICES, enabled, dtypes, strict=False)
    return {device: _DTYPES.get(dtype, f"dtype {dtype}") for device, on, dtype in pairs if on}


def _on(value: object) -> str:
    return "on" if value is True else "off" if value is False else "unknown"


def _whole(value: object) -> int:
    return value if isinstance(value, int) else -1


def states(guards: Iterable[Recorded]) -> dict[str, dict[str, Any]]:
    """The state that each compile was made under, by compile key, from its ``dynamo_cpp_guards_str`` records."""
    found: dict[str, dict[str, Any]] = {}
    for event in guards:
        state = read_state(event.payload or "")
        if event.key is not None and state is not None:
            found[event.key] = state
    return found
