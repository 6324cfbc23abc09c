"""A dataflow graph: nodes, what each one makes, and the user line it came from."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.place import Place


class TensorSpec(Record, frozen=True, kw_only=True):
    """What a node makes. ``shape`` and ``stride`` count elements; a symbolic size is its name, such as ``"s77"``.

    ``dtype`` is torch's name without ``torch.`` (``"float32"``); a Python number has ``dtype="int"`` and no shape.
    """

    dtype: str
    shape: tuple[int | str, ...] | None = None
    stride: tuple[int | str, ...] | None = None
    device: str | None = None


class Node(Record, frozen=True, kw_only=True):
    """One node. ``op`` is FX's: placeholder, get_attr, call_function, call_method, call_module or output.

    ``inputs`` are refs of nodes of the same graph, in order of use; ``code`` is the expression as torch printed it;
    ``line`` is its line in the graph's text (from 1); ``module`` is the path of the ``nn.Module`` that ran it;
    ``note`` is what torch wrote beside it (``PlainAOTInput(idx=0)``). ``attributes`` are facts of one stage's nodes:
    ``saved`` and ``bytes`` of AOTAutograd's, ``buffer`` and ``kernel`` of Inductor's scheduler.
    """

    ref: str
    name: str
    op: str
    target: str
    code: str = ""
    inputs: tuple[str, ...] = ()
    specs: tuple[TensorSpec, ...] = ()
    place: Place | None = None
    module: str | None = None
    line: int | None = None
    note: str | None = None
    attributes: dict[str, str | int | float | bool | None] = {}


class Graph(Record, frozen=True, kw_only=True):
    """A graph. ``text`` is the key of torch's own rendering in ``Report.texts``."""

    ref: str
    name: str
    nodes: tuple[Node, ...] = ()
    text: str | None = None
