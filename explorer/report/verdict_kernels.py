"""How many kernels a report has: the ``kernels`` entry of the verdict."""

from __future__ import annotations

from collections.abc import Iterator

from explorer.report.base import Record
from explorer.report.document import Report, StageRecord


class KernelCounts(Record, frozen=True, omit_defaults=False):
    """``generated`` counts distinct generated kernels (equal code counts once), ``calls`` the places that call them,
    ``extern`` the places that call a library instead; ``languages`` are those of the generated code, ``["cpp"]``."""

    generated: int
    calls: int
    extern: int
    languages: tuple[str, ...]


def count_kernels(report: Report) -> KernelCounts | None:
    """The kernels of every compilation, forward and backward; None when no code was generated or read."""
    records = list(_codegen(report))
    if not records:
        return None
    distinct: set[str] = set()
    languages: set[str] = set()
    calls = extern = 0
    for record in records:
        code = {listing.ref: listing.text for listing in record.listings}
        for kernel in record.kernels:
            if kernel.extern:
                extern += len(kernel.calls)
                continue
            calls += len(kernel.calls)
            distinct.add(code.get(kernel.listing or "", kernel.ref))
            languages.add(kernel.language)
    return KernelCounts(generated=len(distinct), calls=calls, extern=extern, languages=tuple(sorted(languages)))


def _codegen(report: Report) -> Iterator[StageRecord]:
    for compilation in report.compilations:
        for record in compilation.stages:
            if record.stage == "codegen" and record.state in ("done", "cached"):
                yield record
