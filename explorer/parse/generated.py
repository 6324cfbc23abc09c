"""What a generated module consists of: the kernels it defines, the calls it makes, and the function that makes them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Defined(NamedTuple):
    """A kernel with code. Lines count from 1 in the module: ``line`` to ``end`` is its definition with the comments
    above it, ``code_line`` the first line of ``code``.

    ``nodes`` are the post-grad nodes that the comment above it names, ``file`` the file that the comment names.
    """

    name: str
    language: str
    device: str | None
    line: int
    end: int
    code_line: int
    code: str
    file: str | None = None
    nodes: tuple[str, ...] = ()


class Call(NamedTuple):
    """A call site: the kernel (``extern_kernels.addmm`` for a library's), torch's ``handle`` for it, the line from 1.

    ``number`` counts the calls of the same kernel from 1 where there is no handle.
    """

    kernel: str
    handle: int | None
    line: int
    extern: bool
    device: str | None
    number: int = 1

    @property
    def name(self) -> str:
        """``KERNEL:HANDLE``, torch's own name for the call; ``KERNEL#1`` where torch gave no handle."""
        return f"{self.kernel}#{self.number}" if self.handle is None else f"{self.kernel}:{self.handle}"


class Generated(NamedTuple):
    """A module: ``language`` of its wrapper, and ``main``, first and last line of what runs the graph."""

    language: str
    kernels: tuple[Defined, ...]
    calls: tuple[Call, ...]
    main: tuple[int, int] | None
    problem: str | None = None


def numbered(calls: Iterable[Call]) -> Iterator[Call]:
    """Calls without a handle, numbered by kernel from 1, so that each has a name of its own."""
    seen: Counter[str] = Counter()
    for call in calls:
        seen[call.kernel] += call.handle is None
        yield call._replace(number=seen[call.kernel]) if call.handle is None else call
