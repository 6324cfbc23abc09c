"""Attention: the kernel of each call and why no other, and the fast path of each module of torch.nn."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.report import Step
from explorer.views.clean import one_line
from explorer.views.outline.index import Index

STAGE = "attention"


@dataclass(frozen=True, slots=True)
class AttentionRow:
    """A call or a module. ``what`` is the function or the class, ``kernel`` or the fast path in words, ``why`` not."""

    graph: int | None
    what: str
    module: str
    place: str
    kernel: str
    layout: str
    why: str
    change: str
    step: Step


def attention_rows(index: Index) -> list[AttentionRow]:
    """A row for each attention call of every graph and for each attention module that was traced, in order."""
    return [
        _row(index, index.numbers.get(compilation.key), step)
        for compilation, stage in index.all_stages(STAGE)
        for step in stage.steps
    ]


def _row(index: Index, graph: int | None, step: Step) -> AttentionRow:
    facts = step.attributes
    return AttentionRow(
        graph=graph,
        what=one_line(step.name, 60),
        module=one_line(str(facts.get("module") or ""), 80),
        place=index.place(step.place) if step.place is not None else "",
        kernel=one_line(_kernel(step), 80),
        layout=one_line(str(facts.get("layout") or ""), 40),
        why=one_line(step.detail or "", 300),
        change=one_line(str(facts.get("fused_with") or ""), 200),
        step=step,
    )


def _kernel(step: Step) -> str:
    facts = step.attributes
    if "fast_path" not in facts:
        kernel = str(facts.get("kernel") or "not known")
        return f"{kernel}, as torch answers" if facts.get("known_from") == "torch" else kernel
    taken = facts["fast_path"]
    return "fast path: not known" if taken is None else "fast path" if taken else "no fast path"
