"""The first lines: what was explored, where and on what, and the facts that sum it up."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.views.clean import one_line
from explorer.views.format import count, duration, many
from explorer.views.outline.index import Index
from explorer.views.outline.measured import speed


@dataclass(frozen=True, slots=True)
class Title:
    """The name, and the facts beside it in order: place, input shapes, mode, devices, torch."""

    name: str
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of the verdict line: a number and its word. ``bad`` marks trouble; ``number`` may be empty."""

    number: str
    word: str
    bad: bool = False

    def __str__(self) -> str:
        return f"{self.number} {self.word}".strip()


def title(index: Index) -> Title:
    """The title line. What is not known is left out."""
    program, environment = index.report.program, index.report.environment
    devices = [one_line(", ".join(environment.devices), 80)] if environment.devices else []
    if environment.threads is not None:
        devices.append(many(environment.threads, "thread"))
    facts = (
        index.place(program.place),
        one_line(", ".join(program.calls[0].inputs), 200) if program.calls else "",
        one_line(program.mode or "", 80),
        ", ".join(devices),
        one_line(f"torch {environment.torch}", 60) if environment.torch else "",
    )
    return Title(one_line(program.name, 120) or "unnamed program", tuple(fact for fact in facts if fact))


def verdict_facts(index: Index) -> list[Fact]:
    """The verdict: errors if there are any, graphs, breaks, recompiles, the limit if it was hit, times."""
    told = index.verdict
    facts = [
        _counted(len(told.errors), "error"),
        _counted(told.graphs, "graph", bad=False),
        _counted(len(told.graph_breaks), "break"),
        _counted(len(told.recompiles), "recompile"),
        Fact("", "recompile limit hit", bad=True),
        Fact("", "compile time not measured") if told.compile_s is None else Fact(duration(told.compile_s), "compile"),
        Fact(*speed(index.report.timings)),
    ]
    absent = {0: not told.errors, 4: not told.recompile_limit_hit}
    return [fact for number, fact in enumerate(facts) if not absent.get(number)]


def _counted(number: int, noun: str, *, bad: bool | None = None) -> Fact:
    return Fact(count(number), noun if number == 1 else f"{noun}s", bad=number > 0 if bad is None else bad)
