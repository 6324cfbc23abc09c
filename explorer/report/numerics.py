"""What was found by comparing eager and compiled: outputs, gradients and inputs that the program changes."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.place import Place


class Compared(Record, frozen=True, kw_only=True):
    """One tensor of both sides. ``what`` names it: ``output``, ``output[1]``, ``gradient of weight``, ``argument 1``.

    ``max_abs`` and ``max_rel`` are the largest differences, None where they cannot be told (``why``); a NaN in the same
    place on both sides is no difference. ``rounding``: no larger than ``torch.testing`` allows for the dtype.
    ``eager_error`` and ``compiled_error`` are the largest distances from the same program run in float64.
    ``not_finite_eager`` and ``not_finite_compiled`` count NaN and Inf.
    """

    what: str
    dtype: str = ""
    shape: tuple[int, ...] = ()
    match: bool
    exact: bool = False
    rounding: bool = False
    max_abs: float | None = None
    max_rel: float | None = None
    eager_error: float | None = None
    compiled_error: float | None = None
    not_finite_eager: int = 0
    not_finite_compiled: int = 0
    why: str | None = None


class StageMatch(Record, frozen=True, kw_only=True):
    """The program compiled by as much of the compiler as ``stage`` names, against eager. ``match`` None: not known.

    ``eager`` is Dynamo alone, ``aot_eager`` AOTAutograd too, ``inductor`` (or the name of another backend) all of it.
    ``error`` is the dotted type of what it raised, ``message`` the first line of that.
    """

    stage: str
    match: bool | None
    max_abs: float | None = None
    error: str | None = None
    message: str | None = None


class NodeMatch(Record, frozen=True, kw_only=True):
    """A node of Dynamo's graph whose value differs, in eager and as ``stage`` computes it.

    ``at`` is what it was compared with: a node of AOTAutograd's graph, or a buffer of the generated code. ``among`` are
    the refs of the other nodes that are computed in the same kernel: the difference may begin in any of them.
    """

    ref: str
    target: str
    place: Place | None = None
    stage: str = ""
    at: str | None = None
    max_abs: float | None = None
    max_rel: float | None = None
    among: tuple[str, ...] = ()


class NotFinite(Record, frozen=True, kw_only=True):
    """The first node of Dynamo's graph that makes a NaN or an Inf from finite inputs. ``side``: which run has it."""

    ref: str
    target: str
    place: Place | None = None
    side: str = "eager"
    kind: str = "nan"
    count: int = 0


class TensorValues(Record, frozen=True, kw_only=True):
    """The value of one node of Dynamo's graph in the measured call, with what the compiled code has in its place.

    ``edges`` and ``counts`` are a histogram of the finite values (one more edge than counts). ``max_abs`` is the
    largest difference from ``at`` (see :class:`NodeMatch`); None where the compiled code keeps no such value.
    """

    ref: str
    dtype: str
    shape: tuple[int, ...]
    mean: float | None = None
    std: float | None = None
    low: float | None = None
    high: float | None = None
    not_finite: int = 0
    edges: tuple[float, ...] = ()
    counts: tuple[int, ...] = ()
    at: str | None = None
    max_abs: float | None = None
    max_rel: float | None = None


class Numerics(Record, frozen=True, kw_only=True):
    """Whether eager and compiled give the same numbers, from the same inputs, state and random numbers.

    ``match``: every tensor agrees within ``tolerance``, absolute and relative (the largest one used; integers must be
    equal). ``nearer`` says which side is nearer to float64 over all (``eager``, ``compiled``, ``equal``), None where
    the program does not run in float64. ``first_stage`` is the first stage that does not match. ``explained`` are
    sentences about why they may differ. ``values`` are those of nodes, ``repeats`` whether eager calls agree with each
    other. ``other_draws``: compiled code draws other random numbers than eager, which can be all of the difference.
    """

    match: bool
    tolerance: float
    max_abs: float | None = None
    max_rel: float | None = None
    nearer: str | None = None
    eager_error: float | None = None
    compiled_error: float | None = None
    compared: tuple[Compared, ...] = ()
    stages: tuple[StageMatch, ...] = ()
    first_stage: str | None = None
    first_node: NodeMatch | None = None
    not_finite: tuple[NotFinite, ...] = ()
    explained: tuple[str, ...] = ()
    repeats: bool = True
    other_draws: bool = False
    values: tuple[TensorValues, ...] = ()
