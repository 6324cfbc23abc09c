"""Graph breaks: each function of the recorded program has the effect that it is named after."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from explorer.report import Finding, Texts
from explorer.stages import breaks
from explorer.tracing.event import Event, Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

SOURCE = (Path(__file__).parents[1] / "programs" / "break_effects.py").read_text().split("\n")


@pytest.fixture(scope="module")
def recorded(recorded_traces: Any) -> Trace:
    return Trace(read_log(recorded_traces["break_effects"]))


@pytest.fixture(scope="module")
def found(recorded: Trace) -> list[Finding]:
    return list(breaks.fold(recorded, Texts()).findings)


def functions(recorded: Trace) -> dict[str, list[str]]:
    """Compile keys by the name that torch gives the compiled function."""
    keys: dict[str, list[str]] = {}
    for start in recorded.of("dynamo_start"):
        keys.setdefault(start.data["stack"][-1]["name"], []).append(str(start.key))
    return keys


def of(found: list[Finding], function: str) -> Finding:
    if function == "deepcopy" and all(each.attributes["function"] != function for each in found):
        pytest.skip("this torch does not trace into copy.deepcopy")
    (finding,) = (each for each in found if each.attributes["function"] == function)
    return finding


@pytest.mark.parametrize(
    ("function", "effect"),
    [
        ("resumed", "resumed"),
        ("branch", "branch_resumed"),
        ("rest_skipped", "rest_skipped"),
        ("frame_skipped", "frame_skipped"),
        ("helper", "resumed"),
        ("deepcopy", "resumed"),
        ("twice", "resumed"),
    ],
)
def test_the_effect_is_what_torch_does_next(recorded: Trace, found: list[Finding], function: str, effect: str) -> None:
    finding = of(found, function)
    assert finding.attributes["effect"] == effect
    # what torch compiled afterwards proves it
    keys = functions(recorded)
    graphs = {event.key for event in recorded.of("dynamo_output_graph")}
    if function in keys:
        continues = any(name.startswith(f"torch_dynamo_resume_in_{function}_at_") for name in keys)
        assert continues == (effect in ("resumed", "branch_resumed"))
        if effect == "frame_skipped":
            assert not graphs & set(keys[function])


def test_one_entry_for_each_line_and_kind(recorded: Trace, found: list[Finding]) -> None:
    records = len(list(recorded.of("dynamo_graph_break_reason")))
    assert len(found) == len({(each.place, each.attributes["gb_type"]) for each in found}) == 7
    assert sum(each.count for each in found) == records == 8
    helper = of(found, "helper")
    keys = functions(recorded)
    assert helper.count == 2
    assert helper.compilations == (keys["caller"][0], keys["helper"][0])


def test_places_and_source(found: list[Finding]) -> None:
    for finding in found:
        assert finding.place is not None
        assert finding.user_place is not None
        assert finding.user_place.file.endswith("break_effects.py")
        assert SOURCE[(finding.user_place.line or 0) - 1].strip() == finding.user_place.source
    inside = of(found, "deepcopy")
    assert inside.place is not None
    assert inside.place.file.endswith("/copy.py")
    assert "copy.deepcopy(log)" in str(inside.user_place and inside.user_place.source)


def test_which_graphs_run_before_and_after(recorded: Trace, found: list[Finding]) -> None:
    keys = functions(recorded)
    line = {name.rpartition("_at_")[0].removeprefix("torch_dynamo_resume_in_"): name for name in keys if "_at_" in name}
    resumed = of(found, "resumed")
    assert resumed.attributes["before"] == keys["resumed"][0]
    assert resumed.attributes["after"] == keys[line["resumed"]][0]
    assert resumed.refs[0] == f"{keys['resumed'][0]}/dynamo/dynamo/graph.graph"
    # the helper has no tensor operation before its break, its caller has; both go on afterwards
    helper = of(found, "helper")
    assert helper.attributes["before"] == keys["caller"][0]
    assert set(str(helper.attributes["after"]).split(", ")) == {keys[line["helper"]][0], keys[line["caller"]][0]}
    assert of(found, "rest_skipped").attributes["after"] is None
    assert of(found, "frame_skipped").attributes["before"] is None
    # one break, resumed by two versions
    assert str(of(found, "twice").attributes["after"]).split(", ") == keys[line["twice"]]


def test_torchs_words(found: list[Finding]) -> None:
    branch = of(found, "branch")
    assert (branch.code, branch.attributes["fixability"]) == ("GB0170", "fundamental")
    assert branch.attributes["gb_type"] == "Data-dependent branching"
    assert any("torch.cond" in hint for hint in str(branch.attributes["hints"]).split("\n"))
    looped = of(found, "frame_skipped")
    assert looped.attributes["then"] == "graph break in loop"
    assert looped.code == "GB0059"


def reason(effect: str, *, line: int = 3, gb_type: str = "Odd thing", file: str = "/me/m.py") -> str:
    wrappers = {
        "resumed": "Encountered graph break when attempting to trace CALL: a function call:\n\n",
        "rest_skipped": "Encountered graph break that we cannot resume from. Compiling up to…:\n\n",
        "frame_skipped": "Failed to handle graph break gracefully. Skipping the function:\n\n",
        "branch_resumed": "",
    }
    return (
        f"Graph break in user code at {file}:{line}\n"
        f"Graph Break Reason: {wrappers[effect]}{gb_type}\n"
        "  Explanation: It is odd.\n  Hint: Make it even.\n\n  Developer debug context: odd\n\n"
        f'User code traceback:\n  File "{file}", line {line}, in f\n    odd(x)\n\nNoneType: None\n'
    )


def found_in(*events: Event) -> tuple[Finding, ...]:
    return breaks.fold(trace(*events), Texts()).findings


@pytest.mark.parametrize("order", [("resumed", "rest_skipped"), ("rest_skipped", "resumed")])
def test_the_worst_effect_wins(order: tuple[str, ...]) -> None:
    (finding,) = found_in(*(event("dynamo_graph_break_reason", reason(effect)) for effect in order))
    assert (finding.attributes["effect"], finding.count) == ("rest_skipped", 2)
    assert finding.code == "BREAK"


def test_two_kinds_on_one_line_are_two() -> None:
    payloads = [reason("resumed"), reason("resumed", gb_type="Other thing"), reason("resumed", line=4)]
    assert len(found_in(*(event("dynamo_graph_break_reason", payload) for payload in payloads))) == 3


def test_the_registry_gives_the_id_and_the_general_explanation() -> None:
    registry = {"GB0001": {"gb_type": "Odd thing", "explanation": "Things are odd.", "hints": []}}
    (finding,) = found_in(
        event("dynamo_graph_break_reason", reason("resumed")), event("explorer.registry", key=None, data=registry)
    )
    assert (finding.code, finding.attributes["registry"]) == ("GB0001", "Things are odd.")


def test_a_cell_of_a_notebook() -> None:
    file = "/tmp/ipykernel_7/123.py"
    known = {"file": file, "cell_id": "c1", "execution_count": 3}
    (finding,) = found_in(
        event("dynamo_graph_break_reason", reason("resumed", file=file, line=2)),
        event("explorer.source", "import torch\nodd(x)\n", key=None, data=known),
    )
    assert finding.title.startswith("In[3], line 2: ")
    assert finding.place is not None
    assert (finding.place.execution_count, finding.place.source) == (3, "odd(x)")


@pytest.mark.parametrize("payload", [None, "", "nothing of the kind", "Graph break in user code at", "\x00" * 50])
def test_what_cannot_be_read_is_left_out(payload: str | None) -> None:
    assert found_in(event("dynamo_graph_break_reason", payload)) == ()
