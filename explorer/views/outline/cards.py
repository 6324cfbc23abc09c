"""Cards: one break or recompile with all that is known of it, and a program of ours that shows the way out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.report import Finding
from explorer.views.clean import clean, one_line, sentence
from explorer.views.format import many
from explorer.views.outline.findings import where_of
from explorer.views.outline.index import Index

_FIXABILITY = {
    "user_error": "you can fix it",
    "supportable": "you can go around it",
    "difficult": "hard to avoid",
    "fundamental": "cannot be traced at all",
    "dynamo_bug": "a bug of torch",
    "caused_by_earlier": "follows from an earlier break",
}
"""How hard it is to remove, in words, by the finding's ``fixability``."""

_KINDS = {"break": "Break", "recompile": "Recompile"}


@dataclass(frozen=True, slots=True)
class Card:
    """One break or recompile; every text is clean, ``change`` has a line each (``-`` gone, ``+`` new), the others one.

    ``head`` is ``Break, model.py:23 (GB0059)``, ``code`` the user's expression or the guard, ``happened`` the effect,
    ``saw`` what Dynamo says, ``torch`` what torch says of the kind in general, ``example`` a command that runs.
    """

    head: str
    fixability: str
    code: str
    happened: str
    saw: str
    torch: str
    advice: tuple[str, ...]
    example: str
    change: tuple[str, ...]

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """What is known, each with its name."""
        named = (("happened", self.happened), ("Dynamo saw", self.saw), ("in general", self.torch))
        return (*((name, text) for name, text in named if text), *(("do", each) for each in self.advice))


def cards(index: Index, *, limit: int = 40) -> tuple[list[Card], int]:
    """A card for each break, and one for each kind of recompile and place, at most ``limit``; and the number left."""
    found: dict[object, Finding] = {}
    for finding in index.of(*_KINDS):
        place = where_of(finding)
        alike = (finding.code, place and (place.file, place.line)) if finding.kind == "recompile" else finding.ref
        found.setdefault(alike, finding)
    shown = list(found.values())[:limit]
    return [_card(index, finding) for finding in shown], len(found) - len(shown)


def _card(index: Index, finding: Finding) -> Card:
    facts = finding.attributes
    saw = sentence(str(facts.get("explanation") or ""), 300)
    general = sentence(str(facts.get("registry") or ""), 300)
    recipe = facts.get("recipe")
    return Card(
        head=f"{_KINDS[finding.kind]}, {index.place(where_of(finding))} ({one_line(finding.code, 40)})",
        fixability=_FIXABILITY.get(str(facts.get("fixability")), ""),
        code=one_line(str(facts.get("expression") or facts.get("guard") or ""), 200),
        happened=_effect(index, finding) if finding.kind == "break" else sentence(finding.title, 300),
        saw=saw,
        torch="" if general == saw or "{" in general else general,
        advice=tuple(sentence(each, 400) for each in finding.advice[:4]),
        example=f"compile-explorer demo {one_line(str(recipe), 80)}" if recipe else "",
        change=_change(facts.get("change")),
    )


def _change(text: object) -> tuple[str, ...]:
    """The lines of a change, indented as they are."""
    return tuple(line[:160] for line in clean(text).split("\n")[:30]) if isinstance(text, str) else ()


def _effect(index: Index, finding: Finding) -> str:
    """What the break did, with the numbers of the graphs around it."""
    before, after = (_graphs(index, finding.attributes.get(side)) for side in ("before", "after"))
    match finding.attributes.get("effect"):
        case "frame_skipped":
            return "The whole function runs in Python; only what it calls can be compiled."
        case "rest_skipped":
            return f"{_ends(before)}the rest of the function runs in Python."
        case "branch_resumed":
            return f"{_ends(before)}Python decides which way to go{_starts(after)}."
        case _:
            return f"{_ends(before)}Python runs the line{_starts(after)}."


def _graphs(index: Index, keys: object) -> str:
    names = [str(index.numbers[key]) for key in str(keys or "").split(", ") if key in index.numbers]
    return f"graph {_listed(names)}" if len(names) == 1 else f"graphs {_listed(names)}" if names else ""


def _listed(names: Iterable[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _ends(graphs: str) -> str:
    if not graphs:
        return "No graph comes before it; "
    return f"{graphs[0].upper()}{graphs[1:]} {'end' if graphs.startswith('graphs') else 'ends'} here; "


def _starts(graphs: str) -> str:
    if not graphs:
        return ""
    return f", and {graphs} {'start' if graphs.startswith('graphs') else 'starts'} after it"


def left_out(more: int) -> str:
    """What to say of the cards that are not shown."""
    return f"{many(more, 'more card')} in the JSON and in x.frames['findings']" if more else ""
