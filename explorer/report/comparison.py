"""Two reports side by side: what is gone, what is new, what changed by how much, and whether the outputs are equal."""

from __future__ import annotations

from typing import Literal

from explorer.report.base import Record
from explorer.report.place import Place

COMPARISON_SCHEMA = "compile-explorer.comparison/1"
"""Rises when a key is removed or renamed, or when its meaning changes; a new key does not raise it."""

Fate = Literal["gone", "new", "kept"]
"""Only before, only after, in both."""


class Side(Record, frozen=True, omit_defaults=False):
    """One of the two programs: its name, place, inputs of the first call, torch, and whether it failed."""

    name: str
    place: Place | None
    inputs: tuple[str, ...]
    torch: str | None
    failed: bool


class Change(Record, frozen=True, omit_defaults=False):
    """A number before and after; None where it was not measured. ``unit`` is as in ``Metric``.

    ``low`` and ``high`` bound the 95 % interval of ``after``/``before`` where both were sampled; None otherwise.
    """

    name: str
    before: float | int | None
    after: float | int | None
    unit: str = "count"
    low: float | None = None
    high: float | None = None


class FindingChange(Record, frozen=True, omit_defaults=False):
    """A graph break or a recompile and its fate. ``before`` and ``after`` are its place on each side.

    ``edited`` marks one that is still there although its line was edited.
    """

    fate: Fate
    kind: str
    code: str
    title: str
    before: Place | None
    after: Place | None
    effect_before: str | None = None
    effect_after: str | None = None
    edited: bool = False


class FunctionChange(Record, frozen=True, omit_defaults=False):
    """A function that Dynamo compiled on either side: its compile ids, and the ops of its graphs."""

    fate: Fate
    function: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    ops_before: int
    ops_after: int


class KernelChange(Record, frozen=True, omit_defaults=False):
    """A generated kernel by its code, its name and number apart. The counts are the places that call it."""

    fate: Fate
    name: str
    language: str
    calls_before: int
    calls_after: int


class OutputMatch(Record, frozen=True, omit_defaults=False):
    """One output of one call on both sides.

    ``path`` says which (``[0]``, ``['loss']``, empty for the whole). ``equal`` is None where it could not be compared,
    and ``message`` says why; ``exact`` means that every value is the same. ``absolute`` and ``relative`` are the
    largest differences, ``rtol`` and ``atol`` the tolerances of ``torch.testing.assert_close`` that were applied.
    """

    call: int
    path: str
    equal: bool | None
    exact: bool | None = None
    absolute: float | None = None
    relative: float | None = None
    rtol: float | None = None
    atol: float | None = None
    message: str | None = None


class Comparison(Record, frozen=True, omit_defaults=False):
    """What became of a program. ``equal`` sums up the outputs; None when they were not compared (``notes`` say why).

    ``fixed`` is True when something that was wrong is gone, nothing new came, and the outputs are equal; False when
    nothing is gone, something new came, or an output differs; None when the outputs were not compared.
    """

    schema: str
    before: Side
    after: Side
    fixed: bool | None
    equal: bool | None
    changes: tuple[Change, ...]
    findings: tuple[FindingChange, ...]
    functions: tuple[FunctionChange, ...]
    kernels: tuple[KernelChange, ...]
    outputs: tuple[OutputMatch, ...]
    notes: tuple[str, ...]
