"""A comparison in words: the sentence that sums it up, and its rows as people read them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from explorer.report import Place, show_place
from explorer.report.comparison import Change, Comparison, FindingChange, OutputMatch
from explorer.views.clean import one_line
from explorer.views.format import UNKNOWN, count, duration, many, significant, size

SIGNS = {"gone": "-", "new": "+", "kept": "="}
NOUNS = {"break": "break", "recompile": "recompile", "limit": "recompile limit", "error": "error"}


@dataclass(frozen=True, slots=True)
class FindingWords:
    """One break, recompile, limit or error: its sign, fate, where it stands on each side, the line, what it is."""

    sign: str
    fate: str
    noun: str
    before: str
    after: str
    line: str
    title: str


def headline(comparison: Comparison) -> str:
    """``Fixed: 1 break is gone, nothing new. Outputs are equal.``"""
    word = {True: "Fixed", False: "Not fixed", None: "Not proven"}[comparison.fixed]
    return f"{word}: {_gone(comparison)}. {outputs_sentence(comparison)}".rstrip()


def _gone(comparison: Comparison) -> str:
    told = []
    for fate, verb in (("gone", "gone"), ("new", "new"), ("kept", "left")):
        kinds = Counter(each.kind for each in comparison.findings if each.fate == fate)
        words = [many(number, NOUNS.get(kind, kind)) for kind, number in kinds.items()]
        told += [f"{' and '.join(words)} {verb}"] if words else []
    if not any(each.fate == "new" for each in comparison.findings):
        told.append("nothing new")
    if comparison.after.failed:
        told.append("the second program fails")
    return ", ".join(told)


def outputs_sentence(comparison: Comparison) -> str:
    """Whether the outputs are equal, and how equal; empty when a note says why they were not compared."""
    outputs = comparison.outputs
    if not outputs:
        return ""
    wrong = [each for each in outputs if each.equal is False]
    if wrong:
        return f"{many(len(wrong), 'output')} of {count(len(outputs))} differ{'s' if len(wrong) == 1 else ''}."
    if comparison.equal is None:
        return "Not every output could be compared."
    if all(each.exact for each in outputs):
        return "Outputs are equal, every value the same."
    return "Outputs are equal within torch.testing's tolerances."


def change_cells(change: Change) -> tuple[str, str, str, str]:
    """Name, before, after, and what can be said of the ratio."""
    return change.name, _amount(change, change.before), _amount(change, change.after), _ratio(change)


def _amount(change: Change, value: float | int | None) -> str:
    if value is None:
        return UNKNOWN
    if change.unit == "s":
        return duration(value)
    if change.unit == "bytes":
        return size(round(value))
    return count(int(value)) if float(value).is_integer() else significant(value)


def _ratio(change: Change) -> str:
    if change.low is None or change.high is None or not change.before or change.after is None:
        return "one run each" if change.unit == "s" and change.before and change.after else ""
    if change.low <= 1 <= change.high:
        return f"inconclusive [{significant(change.low)}, {significant(change.high)}], measured apart"
    ratio = change.after / change.before
    return f"{significant(ratio)}× [{significant(change.low)}, {significant(change.high)}], measured apart"


def finding_words(change: FindingChange, cwd: str | None) -> FindingWords:
    """The row of one finding."""
    place = change.after or change.before
    fate = f"{change.fate}, line edited" if change.edited else change.fate
    return FindingWords(
        sign=SIGNS[change.fate],
        fate=fate,
        noun=NOUNS.get(change.kind, change.kind),
        before=_place(change.before, cwd),
        after=_place(change.after, cwd),
        line=one_line(place.source, 120) if place is not None and place.source else "",
        title=one_line(f"{change.code} {change.title}", 200),
    )


def _place(place: Place | None, cwd: str | None) -> str:
    return one_line(show_place(place, cwd), 160) if place is not None else UNKNOWN


def output_cells(match: OutputMatch) -> tuple[str, str, str, str, str]:
    """Call and path, the answer, the largest differences, the tolerances, and why."""
    name = f"call {match.call}{one_line(match.path, 80)}"
    if match.equal is None:
        answer = "not compared"
    elif match.exact:
        answer = "equal, every value"
    else:
        answer = "equal within tolerance" if match.equal else "differs"
    largest = UNKNOWN if match.absolute is None else f"{match.absolute:.2g}"
    if match.relative is not None and match.absolute:
        largest += f" (relative {match.relative:.2g})"
    tolerance = UNKNOWN if match.rtol is None else f"rtol {match.rtol:g}, atol {match.atol:g}"
    return name, answer, largest, tolerance, one_line(match.message or "", 300)


def side_words(comparison: Comparison, cwd: str | None) -> Sequence[tuple[str, str]]:
    """``before`` and ``after`` with name, place, inputs and torch."""
    return [
        (
            word,
            ", ".join(
                part
                for part in (
                    one_line(side.name, 120),
                    _place(side.place, cwd) if side.place else "",
                    one_line(", ".join(side.inputs), 160),
                    f"torch {side.torch}" if side.torch else "",
                )
                if part
            ),
        )
        for word, side in (("before", comparison.before), ("after", comparison.after))
    ]
