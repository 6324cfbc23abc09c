"""A report with the look-ups that every part of the outline shares: graph numbers, stages and findings by kind."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property

from explorer.report import Compilation, Finding, Graph, Place, Report, StageRecord, show_place
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
    def graphs(self) -> dict[str, Graph]:
        """The graph that Dynamo handed to the backend, by compile key, in order; compilations without one are absent."""
        found: dict[str, Graph] = {}
        for compilation in self.report.compilations:
            for stage in self.stages(compilation.key, "dynamo"):
                if stage.graphs:
                    found[compilation.key] = stage.graphs[0]
                    break
        return found

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number that people see for each graph, from 1 in order of compiling, by compile key."""
        return {key: number for number, key in enumerate(self.graphs, 1)}

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
        return one_line(show_place(Place(**{**_fields(place), "line": None}), self.report.program.cwd), 160)

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
    match = _RESUMED.match(name)
    return name if match is None else f"{match['owner'] + '.' if match['owner'] else ''}{match['name']}"


def _fields(place: Place) -> dict[str, object]:
    return {"file": place.file, "cell_id": place.cell_id, "execution_count": place.execution_count}
