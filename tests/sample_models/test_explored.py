"""Each recipe through the explorer: it names the break or recompile, its line, the advice and the recipe itself."""

from __future__ import annotations

import contextlib
import io
import linecache
import warnings
from typing import Any

import pytest

import explorer
from explorer import fixes
from explorer.report import Report
from tests.recipes import load, recipes

pytestmark = pytest.mark.slow


def report_of(program: dict[str, Any]) -> Report:
    model, inputs = program.pop("model"), program.pop("inputs")
    settings = program.pop("compile_kwargs", {})
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return explorer.explain(model, backend="eager", **program, **settings)(*inputs).report


@pytest.mark.parametrize("name", recipes("breaks"))
def test_a_break(name: str) -> None:
    recipe = load(name)
    found = [finding for finding in report_of(recipe.build()).findings if finding.kind == "break"]
    assert {finding.code for finding in found} == {getattr(recipe, "FIRST", recipe.BREAKS)}
    for finding in found:
        place, facts = finding.user_place, finding.attributes
        assert place is not None and place.file == recipe.__file__ and finding.advice
        assert str(facts["expression"]) in linecache.getline(place.file, place.line or 0)
        assert (facts["recipe"], facts["change"]) == (name, fixes.change(name))
    assert not [finding for finding in report_of(recipe.fixed()).findings if finding.kind == "break"]


@pytest.mark.parametrize("name", recipes("recompiles"))
def test_a_recompile(name: str) -> None:
    recipe = load(name)
    found = [finding for finding in report_of(recipe.build()).findings if finding.kind == "recompile"]
    assert len(found) == recipe.RECOMPILES and {finding.code for finding in found} == {recipe.CODE}
    assert recipe.GUARD in str(found[0].attributes["guard"]) and found[0].advice
    assert found[0].attributes["recipe"] == name
    place = found[0].user_place
    assert place is not None and place.file == recipe.__file__
    assert not [finding for finding in report_of(recipe.fixed()).findings if finding.kind == "recompile"]
