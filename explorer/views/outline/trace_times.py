"""How long Dynamo traced each function, summed over every compile, the longest by itself first."""

from __future__ import annotations

from dataclasses import dataclass

from explorer.views.outline.index import Index, function_name

STAGE = "trace_times"


@dataclass(frozen=True, slots=True)
class TracedRow:
    """A function: its place, how often it was traced, its seconds with and without what it calls.

    ``seconds`` None: several functions in one row.
    """

    function: str
    place: str
    calls: int
    seconds: float | None
    own: float
    library: bool


def traced_rows(index: Index) -> list[TracedRow]:
    """A row for each function that was traced; what is left of the libraries is one row."""
    found: dict[tuple[str, str], TracedRow] = {}
    for _, stage in index.all_stages(STAGE):
        for step in stage.steps:
            facts = step.attributes
            place = index.place(step.place) if step.place is not None else ""
            name = function_name(step.name) if place else "other functions of libraries"
            known = found.get((name, place))
            calls, own = _number(facts.get("calls")), _number(facts.get("own_seconds"))
            found[name, place] = TracedRow(
                function=name,
                place=place,
                calls=int(calls) + (known.calls if known else 0),
                seconds=None if step.seconds is None else step.seconds + ((known.seconds or 0.0) if known else 0.0),
                own=own + (known.own if known else 0.0),
                library=bool(facts.get("library")),
            )
    return sorted(found.values(), key=lambda row: -row.own)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
