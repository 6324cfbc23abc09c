"""What to do about a finding: sentences by the finding's code, in data modules beside this one."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from explorer.advice.breaks import BREAKS, OPTIMIZER, SHAPES, WORSE, advice_for
from explorer.advice.compilers import INSTALL, NO_COMPILER
from explorer.advice.recipes import recipe_for
from explorer.advice.recompiles import GLOBALS, RECOMPILES, SHARED
from explorer.advice.sizes import SIZES, SUGGESTED
from explorer.fixes import change
from explorer.report import Finding

_OPTIMIZERS = "/torch/optim/"


_KINDS = ("break", "error", "eager", "recompile", "limit")


def advise(finding: Finding) -> Finding:
    """``finding`` with what is known about its code; its advice is kept when it has some already.

    The attribute ``recipe`` names a sample that breaks or recompiles in the same way, ``change`` is the change that its
    ``fixed()`` makes: lines that start with ``-`` and ``+``.
    """
    if finding.kind not in _KINDS:
        return finding
    advice = finding.advice or _sentences(finding)
    shown = _recipe(finding) if advice not in ((OPTIMIZER,), (SHAPES,), (SHARED,), INSTALL) else {}
    if advice == finding.advice and not shown:
        return finding
    return msgspec.structs.replace(finding, advice=advice, attributes={**finding.attributes, **shown})


def _recipe(finding: Finding) -> dict[str, str]:
    facts = finding.attributes
    code = str(facts.get("gb_id")) if finding.kind in ("error", "eager") else finding.code
    code = WORSE.get(str(facts.get("then")), code)
    name = recipe_for(code, facts)
    changed = change(name) if name is not None else None
    return {"recipe": name, "change": changed} if name is not None and changed is not None else {}


def _sentences(finding: Finding) -> tuple[str, ...]:
    if finding.kind in ("break", "error", "eager"):
        return _for_break(finding)
    if finding.kind in ("recompile", "limit"):
        return _for_recompile(finding)
    return ()


def _for_break(finding: Finding) -> tuple[str, ...]:
    """Our sentence for this break (or for the error that it became), else the hints that torch gives with it."""
    if finding.kind == "error" and NO_COMPILER in f"{finding.title} {finding.message}":
        return INSTALL
    facts = finding.attributes
    if facts.get("symbolic") in SIZES:
        templates = (*SIZES[str(facts["symbolic"])], *([SUGGESTED] if facts.get("fixes") else []))
        return tuple(template.format_map(_Names(facts)) for template in templates)
    if facts.get("custom_operator") is False:
        return (SHAPES,)
    gb_id = finding.code if finding.kind == "break" else str(facts.get("gb_id"))
    if gb_id == "GB0025" and finding.place is not None and _OPTIMIZERS in finding.place.file.replace("\\", "/"):
        return (OPTIMIZER,)
    own = advice_for(gb_id, str(facts.get("context") or ""))
    if own:
        return tuple(dict.fromkeys((own, *_of_place(facts))))
    hints = facts.get("hints")
    return tuple(hints.split("\n")) if isinstance(hints, str) and hints else ()


def _of_place(facts: Mapping[str, object]) -> tuple[str, ...]:
    """What to do about the loop or the context that makes a break worse, when it was met while handling the break."""
    gb_id = WORSE.get(str(facts.get("then")))
    return (BREAKS[gb_id],) if gb_id is not None else ()


def _for_recompile(finding: Finding) -> tuple[str, ...]:
    of_global = str(finding.attributes.get("guard")).startswith("G[")
    template = GLOBALS.get(finding.code) if of_global else None
    template = template or RECOMPILES.get(finding.code)
    own = (template.format_map(_Names(finding.attributes)),) if template else ()
    match finding.attributes.get("shared"):
        case True:
            return (SHARED,)
        case False:
            return (*own, SHARED)
    return own


class _Names(dict[str, object]):
    """The finding's attributes for a template; a name that it lacks reads as three dots."""

    def __init__(self, attributes: Mapping[str, object]) -> None:
        super().__init__({name: value for name, value in attributes.items() if value is not None})

    def __missing__(self, name: str) -> str:
        return "…"
