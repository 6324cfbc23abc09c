"""The module that Inductor generates with ``cpp_wrapper=True``: wrapper and kernels are one C++ text in a string.

Form: torch/_inductor/codegen/cpp_wrapper_cpu.py. Kernels are ``extern "C"`` functions; library calls go through the
C interface (``aoti_torch_cpu_addmm_out``).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from explorer.parse.generated import Call, Defined, Generated, numbered

_MARK = "CppWrapperCodeCache"
_ENTRY = re.compile(r"^void inductor_entry_impl\(")
_KERNEL = re.compile(r'^extern "C"\s+(?:__declspec\(dllexport\)\s+)?void\s+(\w+)\(')
_HANDLE = re.compile(r"^// \[Provenance debug handles\] (.+):(\d+)$")
_CALLED = re.compile(r"(\w+)\(")
_LIBRARY = re.compile(r"^aoti_torch_(cpu|cuda|xpu|mps)_\w+$")


def is_cpp_wrapper(text: str) -> bool:
    """Whether the module's wrapper is C++."""
    return _MARK in text and "cpp_wrapper_src" in text


def read_cpp_wrapper(lines: list[str], others: tuple[Defined, ...]) -> Generated:
    """The kernels and calls of a module with a C++ wrapper. ``others`` are kernels in another language (Triton)."""
    kernels = (*others, *_kernels(lines))
    main = _main(lines)
    devices = {kernel.name: kernel.device for kernel in kernels}
    calls = tuple(numbered(_calls(lines, main, devices))) if main else ()
    return Generated("cpp", kernels, calls, main, None if main else "the entry function was not found")


def _kernels(lines: list[str]) -> Iterator[Defined]:
    for number, line in enumerate(lines):
        match = _KERNEL.match(line)
        end = _body_end(lines, number) if match else None
        if match and end is not None:
            code = "\n".join(lines[number : end + 1])
            yield Defined(match[1], "cpp", "cpu", number + 1, end + 1, number + 1, code)


def _body_end(lines: list[str], start: int) -> int | None:
    """The last line of a function; None when only its name is declared."""
    opened = False
    for number in range(start, len(lines)):
        line = lines[number].rstrip()
        opened = opened or line.startswith("{") or line.endswith("{")
        if opened and line.startswith("}"):
            return number
        if not opened and (line.endswith(";") or (number > start and _KERNEL.match(line))):
            return None
    return None


def _main(lines: list[str]) -> tuple[int, int] | None:
    start = next((number for number, line in enumerate(lines) if _ENTRY.match(line)), None)
    if start is None:
        return None
    end = next((number for number in range(start, len(lines)) if lines[number].startswith("}")), len(lines) - 1)
    return start + 1, end + 1


def _calls(lines: list[str], main: tuple[int, int], devices: dict[str, str | None]) -> Iterator[Call]:
    handle: tuple[str, int] | None = None
    for number in range(main[0], main[1]):
        line = lines[number].strip()
        said = _HANDLE.match(line)
        if said:
            handle = (said[1], int(said[2]))
            continue
        name = _kernel_called(line, devices, handle)
        if name is None:
            continue
        library = _LIBRARY.match(name)
        device = library[1] if library else devices.get(name, "cpu")
        yield Call(name, handle[1] if handle else None, number + 1, name not in devices, device)
        handle = None


def _kernel_called(line: str, known: Collection[str], handle: tuple[str, int] | None) -> str | None:
    for match in _CALLED.finditer(line):
        name = match[1].removeprefix("call_")
        if name in known or _LIBRARY.match(name) or (handle and (name == handle[0] or name.endswith(handle[0]))):
            return handle[0] if handle and name.endswith(handle[0]) else name
    return None
