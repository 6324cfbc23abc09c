"""Cards of breaks and recompiles: the user's expression, the effect, what to do, and the change of a recipe."""

from __future__ import annotations

import pytest

import explorer
from explorer import fixes
from explorer.exploration import Exploration
from explorer.report.redact import redact
from explorer.views import html
from explorer.views.outline.cards import cards
from explorer.views.outline.index import Index
from tests.recipes import load

BREAK, RECOMPILE = "breaks/sorted_losses", "recompiles/module_as_argument"


def explored(name: str) -> Exploration:
    program = load(name).build()
    model, inputs = program.pop("model"), program.pop("inputs")
    return explorer.explain(model, backend="eager", **program)(*inputs)


@pytest.fixture(scope="module")
def broken() -> Exploration:
    return explored(BREAK)


@pytest.fixture(scope="module")
def recompiled() -> Exploration:
    return explored(RECOMPILE)


def test_a_break_card_says_everything(broken: Exploration) -> None:
    (card,), more = cards(Index(broken.report))
    assert more == 0
    assert card.code == "sorted(losses)[:-1]"
    assert card.head.endswith("sorted_losses.py:13 (GB0207)") and card.head.startswith("Break, ")
    assert card.happened == "Graph 1 ends here; Python runs the line, and graph 2 starts after it."
    assert "torch.sort" in card.advice[0] and "non-constant key" in card.saw
    assert card.example == f"compile-explorer demo {BREAK}"
    assert "\n".join(card.change) == fixes.change(BREAK)


def test_recompiles_of_one_line_are_one_card(recompiled: Exploration) -> None:
    assert len(recompiled.report.findings) == 2
    (card,), _ = cards(Index(recompiled.report))
    assert card.code.startswith("___check_type_id(activation") and "the type of activation" in card.happened
    assert "-    return x * activation(gate) + x.mean(-1, keepdim=True)" in card.change


def test_the_full_text_has_them_and_the_short_one_has_not(broken: Exploration) -> None:
    full, short = broken.text(full=True), broken.text()
    assert "one by one" in full and "one by one" not in short
    lines = [line.strip() for line in full.split("\n")]
    assert "-    kept = sorted(losses)[:-1]" in lines
    assert "+    kept = torch.sort(torch.stack(losses)).values[:-1]" in lines
    assert all(len(line) <= 50 for line in broken.text(full=True, width=50).split("\n"))


def test_the_html_has_them_folded(broken: Exploration) -> None:
    page = html.render(broken.report)
    assert "Breaks and recompiles, one by one" in page
    assert "+    kept = torch.sort(torch.stack(losses)).values[:-1]" in page
    assert f"compile-explorer demo {BREAK}" in page


def test_the_frames_name_the_expression_and_the_recipe(broken: Exploration, recompiled: Exploration) -> None:
    (row,) = broken.frames["breaks"].to_dict("records")
    assert (row["expression"], row["recipe"]) == ("sorted(losses)[:-1]", BREAK)
    assert set(recompiled.frames["recompiles"]["recipe"]) == {RECOMPILE}


def test_nothing_of_it_where_nothing_broke() -> None:
    program = load(BREAK).fixed()
    x = explorer.explain(program["model"], backend="eager")(*program["inputs"])
    assert cards(Index(x.report)) == ([], 0) and "one by one" not in x.text(full=True)


def test_a_report_for_others_does_not_quote_the_line(broken: Exploration) -> None:
    (finding,) = redact(broken.report).findings
    assert finding.attributes["expression"] is None and finding.attributes["recipe"] == BREAK
