"""Report × report → comparison: which breaks and recompiles are gone or new, and what changed by how much."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from explorer.report.comparison import (
    COMPARISON_SCHEMA,
    Change,
    Comparison,
    Fate,
    FindingChange,
    FunctionChange,
    KernelChange,
    OutputMatch,
    Side,
)
from explorer.report.document import Report
from explorer.report.finding import Finding
from explorer.report.interval import Interval
from explorer.report.query import call_nodes, dynamo_graphs
from explorer.report.verdict import Verdict, make_verdict

_COMPARED = ("error", "limit", "break", "recompile")
_NUMBER = re.compile(r"_\d+$")

NO_VALUES = "The outputs were not compared: a saved report holds no values."


def diff(
    before: Report, after: Report, *, outputs: Sequence[OutputMatch] = (), notes: Sequence[str] = (NO_VALUES,)
) -> Comparison:
    """What changed from ``before`` to ``after``. ``outputs`` were compared by whoever held the values."""
    findings = _findings(before, after)
    equal = _equal(outputs)
    return Comparison(
        schema=COMPARISON_SCHEMA,
        before=_side(before),
        after=_side(after),
        fixed=_fixed(findings, equal, after),
        equal=equal,
        changes=tuple(_changes(before, after)),
        findings=findings,
        functions=tuple(_functions(before, after)),
        kernels=tuple(_kernels(before, after)),
        outputs=tuple(outputs),
        notes=tuple(notes),
    )


def _side(report: Report) -> Side:
    program = report.program
    return Side(
        name=program.name,
        place=program.place,
        inputs=program.calls[0].inputs if program.calls else (),
        torch=report.environment.torch,
        failed=any(finding.kind == "error" and finding.severity == "error" for finding in report.findings),
    )


def _equal(outputs: Iterable[OutputMatch]) -> bool | None:
    told = [each.equal for each in outputs]
    if False in told:
        return False
    return None if not told or None in told else True


def _fixed(findings: Sequence[FindingChange], equal: bool | None, after: Report) -> bool | None:
    fates = {finding.fate for finding in findings}
    if "gone" not in fates or "new" in fates or equal is False or _side(after).failed:
        return False
    return equal


# -- findings: an edit moves lines, so a finding is found again by what it says before where it stands


def _findings(before: Report, after: Report) -> tuple[FindingChange, ...]:
    pairs = _paired(_of(before), _of(after))
    order = {"new": 0, "gone": 1, "kept": 2}
    return tuple(sorted((_compared(old, new) for old, new in pairs), key=lambda each: order[each.fate]))


def _of(report: Report) -> list[Finding]:
    return [finding for finding in report.findings if finding.kind in _COMPARED and finding.severity != "note"]


Pair = tuple[Finding | None, Finding | None]


def _paired(before: list[Finding], after: list[Finding]) -> list[Pair]:
    """Each finding with the one that it is on the other side, the surest match first; one without stands alone."""
    pairs: list[Pair] = []
    for same in _SAME:
        for old in list(before):
            new = next((each for each in after if same(old) == same(each)), None)
            if new is not None:
                before.remove(old)
                after.remove(new)
                pairs.append((old, new))
    return [*pairs, *((old, None) for old in before), *((None, new) for new in after)]


def _what(finding: Finding) -> tuple[object, ...]:
    facts = finding.attributes
    about = facts.get("gb_type") or facts.get("type")
    return finding.kind, finding.code, about, facts.get("source"), facts.get("dimension"), facts.get("old")


def _exactly(finding: Finding) -> object:
    place = finding.place
    return (*_what(finding), place and (place.file, place.line, place.source))


def _by_code(finding: Finding) -> object:
    """The same text in the same function: the edit was elsewhere and moved it."""
    place = finding.place
    return (*_what(finding), place and place.source and (place.function, place.source)) if place else object()


def _by_function(finding: Finding) -> object:
    """The same trouble in a function of that name: its line was edited."""
    place = finding.place
    return (*_what(finding), place.function) if place and place.function else object()


_SAME: tuple[Callable[[Finding], object], ...] = (_exactly, _by_code, _by_function)


def _compared(old: Finding | None, new: Finding | None) -> FindingChange:
    known = new or old
    assert known is not None
    fate: Fate = "new" if old is None else "gone" if new is None else "kept"
    lines = {found.place.source for found in (old, new) if found is not None and found.place is not None}
    return FindingChange(
        fate=fate,
        kind=known.kind,
        code=known.code,
        title=str(known.attributes.get("gb_type") or known.attributes.get("what") or known.title),
        before=old.place if old is not None else None,
        after=new.place if new is not None else None,
        effect_before=_effect(old),
        effect_after=_effect(new),
        edited=fate == "kept" and len(lines) > 1,
    )


def _effect(finding: Finding | None) -> str | None:
    effect = finding.attributes.get("effect") if finding is not None else None
    return None if effect is None else str(effect)


# -- numbers


def _changes(before: Report, after: Report) -> Iterable[Change]:
    old, new = make_verdict(before), make_verdict(after)
    for name, read in _COUNTS.items():
        yield Change(name, read(old), read(new))
    yield Change("guards", _guards(before), _guards(after))
    yield Change("compile", old.compile_s, new.compile_s, "s")
    yield from _measured(before, after)


_COUNTS: dict[str, Callable[[Verdict], int | None]] = {
    "graphs": lambda verdict: verdict.graphs,
    "breaks": lambda verdict: len(verdict.graph_breaks),
    "recompiles": lambda verdict: len(verdict.recompiles),
    "ops": lambda verdict: verdict.ops,
    "generated kernels": lambda verdict: verdict.kernels.generated if verdict.kernels else None,
    "kernel calls": lambda verdict: verdict.kernels.calls if verdict.kernels else None,
    "extern calls": lambda verdict: verdict.kernels.extern if verdict.kernels else None,
}


def _guards(report: Report) -> int | None:
    counts = [len(s.guards) for each in report.compilations for s in each.stages if s.stage == "guards"]
    return sum(counts) if counts else None


def _measured(before: Report, after: Report) -> Iterable[Change]:
    """One call of each side, where both were measured, and each beside its own eager."""
    old, new = before.timings, after.timings
    if old is None or new is None:
        return
    for name, one, other, unit in (
        ("one compiled call", old.compiled, new.compiled, "s"),
        ("one eager call", old.eager, new.eager, "s"),
        ("speedup over eager", old.speedup, new.speedup, "ratio"),
    ):
        low, high = _ratio(one, other)
        yield Change(name, one.median, other.median, unit, low, high)


def _ratio(old: Interval, new: Interval) -> tuple[float | None, float | None]:
    """Bounds of new/old from the bounds of each: wider than those of a paired measurement."""
    if min(old.low, old.high, new.low, new.high) <= 0:
        return None, None
    return new.low / old.high, new.high / old.low


# -- functions and kernels


class _Function(NamedTuple):
    """A function's name for people, its compile ids, and the ops of its graphs."""

    name: str
    ids: tuple[str, ...] = ()
    ops: int = 0


_PROGRAM = "the program itself"


def _functions(before: Report, after: Report) -> Iterable[FunctionChange]:
    old, new = _by_name(before), _by_name(after)
    for key in dict.fromkeys((*old, *new)):
        one, other = old.get(key), new.get(key)
        fate: Fate = "gone" if other is None else "new" if one is None else "kept"
        one, other = one or _Function(""), other or _Function("")
        name = " / ".join(dict.fromkeys(each.name for each in (one, other) if each.name))
        yield FunctionChange(fate, name, one.ids, other.ids, one.ops, other.ops)


def _by_name(report: Report) -> dict[str, _Function]:
    """The functions compiled. The program's own is the same one under another name."""
    found: dict[str, _Function] = {}
    for each in report.compilations:
        name = each.function or "unknown function"
        own = each.trigger != "resume" and each.place is not None and each.place == report.program.place
        key = _PROGRAM if own else name
        known = found.get(key, _Function(name))
        ops = sum(len(call_nodes(graph)) for graph in dynamo_graphs(each))
        found[key] = _Function(known.name, (*known.ids, each.id), known.ops + ops)
    return found


def _kernels(before: Report, after: Report) -> Iterable[KernelChange]:
    old, new = _by_kernel(before), _by_kernel(after)
    names = _names(before) | _names(after)
    for key in dict.fromkeys((*old, *new)):
        fate: Fate = "gone" if not new[key] else "new" if not old[key] else "kept"
        name, language = names[key]
        yield KernelChange(fate, name, language, old[key], new[key])


def _by_kernel(report: Report) -> Counter[str]:
    """How many places call each kernel. A generated one is known by its code, the text without its own name."""
    found: Counter[str] = Counter()
    for key, _, _, calls in _kernel_facts(report):
        found[key] += calls
    return found


def _names(report: Report) -> dict[str, tuple[str, str]]:
    return {key: (name, language) for key, name, language, _ in _kernel_facts(report)}


def _kernel_facts(report: Report) -> Iterable[tuple[str, str, str, int]]:
    for stage in (stage for each in report.compilations for stage in each.stages if stage.stage == "codegen"):
        code = {listing.ref: report.texts.get(listing.text, listing.text) for listing in stage.listings}
        for kernel in stage.kernels:
            text = code.get(kernel.listing or "", "").replace(kernel.name, "KERNEL")
            short = kernel.name if kernel.extern else _NUMBER.sub("", kernel.name)
            yield f"{short}\n{text}", short, kernel.language, len(kernel.calls)
