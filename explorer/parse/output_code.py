"""The module that Inductor generates, split into its wrapper, its kernels and the places that call them.

Read line by line, not as Python: a log may come from another Python, and a text that is not in the expected form still
gives what can be found. Forms: torch/_inductor/codegen/wrapper.py (``define_kernel``, ``generate``,
``write_provenance_debug_handle``), torch/_inductor/async_compile.py (one method a kernel language).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from explorer.parse.generated import Call, Defined, Generated, numbered
from explorer.parse.output_cpp import is_cpp_wrapper, read_cpp_wrapper

_DEFINED = re.compile(r"^(\w+) = async_compile\.(\w+)\(")
_QUOTES = re.compile(r"(?<!\\)('''|\"\"\")")
_DEVICE = re.compile(r"device_str='(\w+)'")
_PATH = re.compile(r"^# kernel path: (.+)$")
_FRAGMENT = re.compile(r"^#\s+%(\w+) :(?!.*= PlaceHolder\[)")
_FUNCTION = re.compile(r"^( *)def (\w+)\(")
_HANDLE = re.compile(r"^# \[Provenance debug handles\] (.+):(\d+)$")
_STATEMENT = re.compile(r"^(?:[\w\[\], ()]+? = )?([A-Za-z_][\w.]*)\(")
_GUARD = re.compile(r"^with torch\.(\w+)\._DeviceGuard\(")

_LIBRARY = ("extern_kernels.", "torch.ops.", "aten.", "prims.", "inductor_ops.", "_quantized.")
"""How a call of a library kernel starts; the names are those that the head of the module defines."""

_NOT_CALLED = frozenset({"__init__", "recursively_apply_fns", "get_args", "benchmark_compiled_module"})
"""Functions of the module that run no kernel of the graph."""

_LANGUAGES = {"cpp_pybinding": "cpp", "cpp": "cpp", "multi_kernel": "triton", "size_hint_multi_kernel": "triton"}
"""``async_compile``'s methods that are not called after their language."""


def read_output_code(text: str) -> Generated:
    """The wrapper, kernels and calls of a generated module. Never raises; ``problem`` says what could not be read."""
    lines = text.split("\n")
    kernels = tuple(_kernels(lines))
    if is_cpp_wrapper(text):
        return read_cpp_wrapper(lines, kernels)
    functions = list(_functions(lines, kernels))
    calls = tuple(numbered(call for start, end in functions for call in _calls(lines, start, end, kernels)))
    problem = None if functions else "the call function was not found"
    return Generated("python", kernels, calls, _main(functions, kernels), problem)


def _kernels(lines: list[str]) -> Iterator[Defined]:
    number = 0
    while number < len(lines):
        match = _DEFINED.match(lines[number])
        if match is None:
            number += 1
            continue
        code, end = _string(lines, number)
        yield _kernel(lines, match, number, end, code)
        number = end + 1


def _kernel(lines: list[str], match: re.Match[str], start: int, end: int, code: tuple[int, int] | None) -> Defined:
    name, method = match.groups()
    language = _LANGUAGES.get(method, method)
    device = _DEVICE.search(lines[end])
    head = start
    while head > 0 and lines[head - 1].startswith("#"):
        head -= 1
    comments = lines[head:start]
    first, last = code or (start, end)
    return Defined(
        name=name,
        language=language,
        device=device[1] if device else ("cpu" if language == "cpp" else None),
        line=head + 1,
        end=end + 1,
        code_line=first + 1,
        code="\n".join(lines[first : last + 1]),
        file=next((found[1] for found in map(_PATH.match, comments) if found), None),
        nodes=tuple(dict.fromkeys(found[1] for found in map(_FRAGMENT.match, comments) if found)),
    )


def _string(lines: list[str], start: int) -> tuple[tuple[int, int] | None, int]:
    """The lines of the code inside the quotes, and the last line of the definition (indices)."""
    opening = next(
        ((at, m) for at in range(start, min(start + 3, len(lines))) if (m := _QUOTES.search(lines[at]))), None
    )
    if opening is None:
        end = next((at for at in range(start, len(lines)) if lines[at].rstrip().endswith(")")), start)
        return None, end
    first, quotes = opening[0], opening[1][1]
    inside = re.compile(rf"(?<!\\){quotes}")
    closing = next((at for at in range(first + 1, len(lines)) if inside.search(lines[at])), len(lines) - 1)
    return (first + 1, max(first + 1, closing - 1)), closing


def _functions(lines: list[str], kernels: tuple[Defined, ...]) -> Iterator[tuple[int, int]]:
    """First and last line (indices) of each function that may run kernels: ``call``, partitions, subgraphs."""
    inside = {number for kernel in kernels for number in range(kernel.line - 1, kernel.end)}
    number = 0
    while number < len(lines):
        match = _FUNCTION.match(lines[number]) if number not in inside else None
        if match is None or len(match[1]) > 4 or match[2] in _NOT_CALLED:
            number += 1
            continue
        end = _block(lines, number, len(match[1]))
        yield number, end
        number = end + 1


def _block(lines: list[str], start: int, indent: int) -> int:
    """The last line of the block that ``start`` opens."""
    last = start
    for number in range(start + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip()) <= indent:
            break
        if line.strip():
            last = number
    return last


def _main(functions: list[tuple[int, int]], kernels: tuple[Defined, ...]) -> tuple[int, int] | None:
    """First and last line (from 1) of what runs the graph: ``call``, and the partitions just above it."""
    defined = max((kernel.end for kernel in kernels), default=0)
    found = [part for part in functions if part[0] >= defined] or functions
    return (found[0][0] + 1, found[-1][1] + 1) if found else None


def _calls(lines: list[str], start: int, end: int, kernels: tuple[Defined, ...]) -> Iterator[Call]:
    known = {kernel.name: kernel for kernel in kernels}
    handle: tuple[str, int] | None = None
    skipped: int | None = None
    guard: tuple[int, str] | None = None
    for number in range(start + 1, end + 1):
        line = lines[number].strip()
        if line and guard and len(lines[number]) - len(lines[number].lstrip()) <= guard[0]:
            guard = None
        if entered := _GUARD.match(line):
            guard = (len(lines[number]) - len(lines[number].lstrip()), entered[1])
        elif said := _HANDLE.match(line):
            if handle:
                yield Call(handle[0], handle[1], (skipped or number) + 1, False, guard[1] if guard else None)
            handle, skipped = (said[1], int(said[2])), None
        elif name := _called(line, known, handle):
            device = known[name].device if name in known else (guard[1] if guard else "cpu")
            yield Call(name, handle[1] if handle else None, number + 1, name not in known, device)
            handle = None
        elif handle and line and not line.startswith("#"):
            skipped = skipped if skipped is not None else number
    if handle:
        yield Call(handle[0], handle[1], (skipped if skipped is not None else end) + 1, handle[0] not in known, None)


def _called(line: str, known: dict[str, Defined], handle: tuple[str, int] | None) -> str | None:
    """The kernel that a line calls. A call under the handle of another kernel is not that kernel's."""
    match = _STATEMENT.match(line)
    if match is None:
        return None
    name = match[1]
    if name.removesuffix(".run") in known:
        return name.removesuffix(".run")
    if handle and name == handle[0]:
        return name
    return name if name.startswith(_LIBRARY) else None
