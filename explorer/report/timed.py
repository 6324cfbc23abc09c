"""What a measurement timed, block by block, before it becomes rows: this is no part of the document."""

from __future__ import annotations

from typing import Literal

from explorer.report.base import Record

What = Literal["op", "gradient", "call", "module", "graph", "between", "guards", "whole"]


class Timed(Record, frozen=True, kw_only=True):
    """Seconds that one thing took in one call of the program, in each block of a measurement.

    ``what`` and ``ref`` name it: an operation of Dynamo's graph in eager (``op``) or its backward (``gradient``) by the
    node's ref; a kernel ``call`` by its ref; the function of a generated ``module`` by ``KEY/DIRECTION``; a compiled
    ``graph`` by its compile key; what runs ``between`` two graphs by the keys of both (``ref``, ``other``; empty where
    a call starts or ends); the ``guards`` of a graph by its compile key; a ``whole`` part of a call by side and part
    (``"compiled"``, ``"forward"``). ``runs`` says how often it ran in one call, ``flops`` those of all runs.
    """

    what: What
    ref: str
    other: str = ""
    seconds: tuple[float, ...] = ()
    runs: int = 1
    flops: int | None = None
