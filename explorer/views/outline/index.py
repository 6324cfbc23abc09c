"""A report with the look-ups that every part of the outline shares: graph numbers, stages and findings by kind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

import msgspec

from explorer.report import Compilation, Finding, Graph, Place, Report, StageRecord, show_place
from explorer.report.causes import Cause, root_causes
from explorer.report.query import dynamo_graphs
from explorer.report.verdict import Verdict, make_verdict
from explorer.views.clean import one_line

_RESUMED = re.compile(r"^(?:(?P<owner>.+)\.)?torch_dynamo_resume_in_(?P<name>.+?)_at_(?P<line>\d+)$")


class Index:
    """``report`` and what is looked up in it again and again. Nothing here changes the report."""

    def __init__(self, report: Report) -> None:
        self.report = report

    @cached_property
    def compilations(self) -> dict[str, Compilation]:
        """The compilations by key, in order."""
        return {each.key: each for each in self.report.compilations}

    @cached_property
    def graphs(self) -> tuple[tuple[str, Graph], ...]:
        """The graphs that Dynamo handed to the backend, in order, each with its compile key: graph 1, graph 2, …"""
        return tuple((each.key, graph) for each in self.report.compilations for graph in dynamo_graphs(each))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of the (first) graph of each compile key; a compilation that made no graph is absent."""
        return {key: number for number, (key, _) in reversed(list(enumerate(self.graphs, 1)))}

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict, so that every view counts alike."""
        return make_verdict(self.report)

    @cached_property
    def causes(self) -> tuple[Cause, ...]:
        """What to mend, the dearest first, each with the findings that come of it."""
        return root_causes(self.report)

    @cached_property
    def _stages(self) -> dict[tuple[str, str], tuple[StageRecord, ...]]:
        found: dict[tuple[str, str], list[StageRecord]] = defaultdict(list)
        for compilation in self.report.compilations:
            for stage in compilation.stages:
                found[compilation.key, stage.stage].append(stage)
        return {key: tuple(stages) for key, stages in found.items()}

    def stages(self, key: str, name: str) -> tuple[StageRecord, ...]:
        """The records of the stage ``name`` of one compilation (one for each direction it has)."""
        return self._stages.get((key, name), ())

    def all_stages(self, name: str) -> Iterator[tuple[Compilation, StageRecord]]:
        """The records of the stage ``name`` of every compilation, in order."""
        for compilation in self.report.compilations:
            for stage in self.stages(compilation.key, name):
                yield compilation, stage

    def of(self, *kinds: str) -> list[Finding]:
        """The findings of these kinds, in the order of the report."""
        return [finding for finding in self.report.findings if finding.kind in kinds]

    def text(self, key: str | None) -> str:
        """The text under ``key``; empty when the report does not hold it."""
        return self.report.texts.get(key, "") if key else ""

    def place(self, place: Place | None) -> str:
        """How people read a place: ``model.py:12`` or ``In[3], line 4``; empty when it is unknown."""
        return one_line(show_place(place, self.report.program.cwd), 160) if place else ""

    def file(self, place: Place) -> str:
        """The file or cell of a place, without the line."""
        return self.place(msgspec.structs.replace(place, line=None))

    def function(self, compilation: Compilation) -> str:
        """``Block.forward``, or ``Block.forward, resumed`` for the part after a break."""
        name = compilation.function or (compilation.place.function if compilation.place else None) or "unknown function"
        return function_name(name)


def function_name(name: str) -> str:
    """The name people gave a function: torch's resume functions become ``forward, resumed at 13``."""
    match = _RESUMED.match(name)
    if match is None:
        return one_line(name, 120)
    owner = f"{match['owner']}." if match["owner"] else ""
    return one_line(f"{owner}{match['name']}, resumed at {match['line']}", 120)


def base_name(name: str) -> str:
    """The user's function behind ``name``: a resume function's original."""
    name = name.partition(", resumed")[0]
    match = _RESUMED.match(name)
    return name if match is None else f"{match['owner'] + '.' if match['owner'] else ''}{match['name']}"
