"""The first lines: what was explored, where and on what, and the facts that sum it up."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.views.clean import one_line
from explorer.views.format import count, duration, many
from explorer.views.outline.index import Index


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
    """The verdict: graphs, breaks, recompiles, seconds of compiling, speed; an error or the limit when there is one."""
    breaks, again = len(index.of("break")), sum(each.trigger == "recompile" for each in index.report.compilations)
    errors = len(index.of("error"))
    facts = [
        Fact(count(len(index.graphs)), "graph" if len(index.graphs) == 1 else "graphs"),
        Fact(count(breaks), "break" if breaks == 1 else "breaks", bad=breaks > 0),
        Fact(count(again), "recompile" if again == 1 else "recompiles", bad=again > 0),
    ]
    if index.of("limit"):
        facts.append(Fact("", "recompile limit hit", bad=True))
    seconds = [each.seconds for each in index.report.compilations if each.seconds is not None]
    facts.append(Fact(duration(sum(seconds)), "compile") if seconds else Fact("", "compile time not measured"))
    if errors:
        facts.insert(0, Fact(count(errors), "error" if errors == 1 else "errors", bad=True))
    facts.append(Fact("", "speed not measured"))
    return facts
