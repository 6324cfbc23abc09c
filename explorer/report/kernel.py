"""A launchable unit: what it fuses, where its code is, how often it is called."""

from __future__ import annotations

from explorer.report.base import Record


class KernelCall(Record, frozen=True, kw_only=True):
    """One call site of a kernel in the wrapper. ``handle`` is torch's provenance number, unique per call site."""

    ref: str
    handle: int | None = None
    line: int | None = None
    nodes: tuple[str, ...] = ()


class Kernel(Record, frozen=True, kw_only=True):
    """A kernel. ``extern`` kernels are library calls (``extern_kernels.addmm``) without generated code.

    ``language`` is ``cpp``, ``triton`` or ``extern``; ``listing`` is the ref of its code.
    """

    ref: str
    name: str
    language: str
    extern: bool = False
    device: str | None = None
    listing: str | None = None
    calls: tuple[KernelCall, ...] = ()
