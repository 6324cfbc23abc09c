"""The document: a closed, small vocabulary of frozen records, its JSON, and questions asked of it."""

from explorer.report.document import (
    SCHEMA,
    Call,
    Compilation,
    Environment,
    Fullgraph,
    Program,
    Report,
    Run,
    Source,
    StageRecord,
    Symbol,
)
from explorer.report.finding import Cut, Finding
from explorer.report.graph import Graph, Node, TensorSpec
from explorer.report.guard import Guard
from explorer.report.kernel import Kernel, KernelCall
from explorer.report.link import Link, line_ref
from explorer.report.listing import Anchor, Listing
from explorer.report.metric import Metric
from explorer.report.part import Part, Texts
from explorer.report.place import Place, is_library, short_file, show_place
from explorer.report.ref import compile_key, make_ref, parse_ref
from explorer.report.span import Span
from explorer.report.step import Step

__all__ = [
    "SCHEMA",
    "Anchor",
    "Call",
    "Compilation",
    "Cut",
    "Environment",
    "Finding",
    "Fullgraph",
    "Graph",
    "Guard",
    "Kernel",
    "KernelCall",
    "Link",
    "Listing",
    "Metric",
    "Node",
    "Part",
    "Place",
    "Program",
    "Report",
    "Run",
    "Source",
    "Span",
    "StageRecord",
    "Step",
    "Symbol",
    "TensorSpec",
    "Texts",
    "compile_key",
    "is_library",
    "line_ref",
    "make_ref",
    "parse_ref",
    "short_file",
    "show_place",
]
