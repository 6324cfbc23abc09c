"""Advice for graph breaks: every id that torch has, our own words, and a sample that is mended so."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from explorer import samples
from explorer.advice import advise
from explorer.advice.breaks import BREAKS, BUILTINS, WORSE, advice_for
from explorer.advice.on_gradients import GRADIENTS
from explorer.advice.on_operators import OPERATORS
from explorer.advice.on_python import PYTHON
from explorer.advice.on_values import VALUES
from explorer.advice.recipes import RECIPES, recipe_for
from explorer.advice.unreachable import OLD, UNREACHABLE
from explorer.report import Finding, Place
from tests.recipes import load, recipes

of_this_release = pytest.mark.skipif(
    not torch.__version__.startswith("2.13."), reason="each release of torch has ids of its own"
)


def registry() -> dict[str, Any]:
    folder = Path(inspect.getfile(torch)).parent
    return json.loads((folder / "_dynamo" / "graph_break_registry.json").read_text())


@of_this_release
def test_every_id_has_advice_or_a_reason_why_none_is_needed() -> None:
    assert not set(BREAKS) & set(UNREACHABLE)
    assert set(BREAKS) | set(UNREACHABLE) == set(registry())
    assert len(BREAKS) == len(VALUES) + len(GRADIENTS) + len(OPERATORS) + len(PYTHON)


@of_this_release
def test_what_is_called_old_stands_nowhere_in_torch() -> None:
    texts = set(texts_of_torch())
    old = {code for code, reason in UNREACHABLE.items() if reason == OLD}
    assert old and not [code for code in old if registry()[code][0]["Gb_type"] in texts]
    others = set(UNREACHABLE) - old
    assert not [code for code in others if registry()[code][0]["Gb_type"] not in texts]


def texts_of_torch() -> Iterator[str]:
    """Every text that stands in the code of torch that traces."""
    folder = Path(inspect.getfile(torch)).parent
    for path in [*folder.glob("_dynamo/**/*.py"), *folder.glob("_higher_order_ops/**/*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "gb_type" in text else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value


@pytest.mark.parametrize("name", [*recipes("breaks"), *recipes("recompiles")])
def test_each_recipe_is_joined_to_the_advice(name: str) -> None:
    module = load(name)
    kind, code = ("break", module.BREAKS) if name.startswith("breaks/") else ("recompile", module.CODE)
    near = {
        "context": "builtin print [<class 'Tensor'>] False",
        "dimension": "2" if "images" in name else "0",
        "source": {"recompiles/hook_that_counts": "watch['calls']", "recompiles/growing_cache": "past"}.get(name, "x"),
    }
    finding = advise(Finding(ref="r", kind=kind, code=code, severity="warning", title="t", attributes=near))
    assert finding.attributes["recipe"] == name and finding.advice
    lines = str(finding.attributes["change"]).split("\n")
    assert {line[:1] for line in lines} <= {"-", "+", " ", ""} and any(line[:1] in "-+" for line in lines)
    assert len(lines) <= 24


@of_this_release
@pytest.mark.parametrize("name", sorted(set(re.findall(r"\btorch\.[A-Za-z_0-9.]*[a-z_]", " ".join(BREAKS.values())))))
def test_what_advice_names_is_in_torch(name: str) -> None:
    found = torch
    for part in name.split(".")[1:]:
        assert hasattr(found, part), name
        found = getattr(found, part)


def test_every_sample_that_advice_names_is_there() -> None:
    assert set(RECIPES.values()) <= set(samples.names())
    assert {code for code in RECIPES if code.startswith("GB")} <= set(BREAKS)


def test_another_builtin_than_print_has_no_sample_of_its_own() -> None:
    assert recipe_for("GB0059", {"context": "builtin open [<class 'str'>] False"}) is None
    assert recipe_for("GB9999", {}) is None
    assert recipe_for("RECOMPILE_TYPE", {"old": "int"}) is None
    assert recipe_for("RECOMPILE_TYPE", {"old": "torch.nn.modules.activation.Tanh"}) == "recompiles/module_as_argument"


@pytest.mark.parametrize("code", BREAKS)
def test_one_or_two_sentences_of_our_own(code: str) -> None:
    text = BREAKS[code]
    assert text.endswith(".") and len(text) <= 260
    assert 1 <= len(re.findall(r"\.(?=\s[A-Z]|$)", text)) <= 2
    entries = registry().get(code, ())
    theirs = " ".join(f"{entry['Explanation']} {' '.join(entry['Hints'])}" for entry in entries)
    words = text.lower().split()
    runs = {" ".join(words[i : i + 8]) for i in range(len(words) - 7)}
    assert not [run for run in runs if run in theirs.lower()]


@pytest.mark.parametrize(
    ("code", "context", "expected"),
    [
        ("GB0059", "builtin print [<class 'Tensor'>] False", BUILTINS["print"]),
        ("GB0059", "builtin hash [] False", BREAKS["GB0059"]),
        ("GB0059", None, BREAKS["GB0059"]),
        ("GB0170", "builtin print", BREAKS["GB0170"]),
        ("GB9999", None, None),
        ("BREAK", "", None),
    ],
)
def test_advice_for(code: str, context: str | None, expected: str | None) -> None:
    assert advice_for(code, context) == expected


@pytest.mark.parametrize("title", sorted(WORSE))
def test_what_makes_a_break_worse_has_its_advice_too(title: str) -> None:
    assert registry()[WORSE[title]][0]["Gb_type"] == title
    finding = Finding(ref="r", kind="break", code="GB0124", severity="warning", title="t", attributes={"then": title})
    told = advise(finding)
    assert told.advice == (BREAKS["GB0124"], BREAKS[WORSE[title]])
    assert told.attributes["recipe"] == RECIPES[WORSE[title]]


@pytest.mark.parametrize(("file", "ours"), [("/x/site-packages/torch/optim/optimizer.py", False), ("/me/m.py", True)])
def test_a_break_that_an_optimizer_asks_for_is_not_the_users_to_remove(file: str, ours: bool) -> None:
    place = Place(file=file, line=79)
    finding = Finding(ref="r", kind="break", code="GB0025", severity="warning", title="t", place=place)
    (advice,) = advise(finding).advice
    assert ("remove the call" in advice) == ours
