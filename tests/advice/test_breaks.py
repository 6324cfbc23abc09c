"""Advice for graph breaks: ids that torch has, our own words, and samples that break so and are mended so."""

from __future__ import annotations

import importlib.util
import inspect
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch

from explorer import samples
from explorer.advice import advise
from explorer.advice.breaks import BREAKS, BUILTINS, SAMPLES, advice_for
from explorer.report import Finding, Place


def registry() -> dict[str, Any]:
    folder = Path(inspect.getfile(torch)).parent
    return json.loads((folder / "_dynamo" / "graph_break_registry.json").read_text())


@pytest.fixture
def breaks() -> Iterator[list[str]]:
    """What torch logs about graph breaks while a test runs."""
    seen: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(record.getMessage())

    torch._dynamo.reset()
    torch._logging.set_logs(graph_breaks=True)
    names = [name for name in logging.root.manager.loggerDict if name.endswith(".__graph_breaks")]
    keep = Keep()
    for name in names:
        logging.getLogger(name).addHandler(keep)
    yield seen
    for name in names:
        logging.getLogger(name).removeHandler(keep)
    torch._logging.set_logs()


def test_torch_knows_every_id() -> None:
    assert set(BREAKS) <= set(registry())
    assert set(SAMPLES) <= set(BREAKS)


@pytest.mark.parametrize("code", BREAKS)
def test_one_or_two_sentences_of_our_own(code: str) -> None:
    text = BREAKS[code]
    assert text.endswith(".") and len(text) <= 260
    assert 1 <= len(re.findall(r"\.(?=\s[A-Z]|$)", text)) <= 2
    theirs = " ".join(f"{entry['Explanation']} {' '.join(entry['Hints'])}" for entry in registry()[code])
    words = text.lower().split()
    runs = {" ".join(words[i : i + 8]) for i in range(len(words) - 7)}
    assert not [run for run in runs if run in theirs.lower()]


@pytest.mark.parametrize("code", sorted(SAMPLES))
def test_the_sample_breaks_so_and_the_advice_mends_it(code: str, breaks: list[str]) -> None:
    spec = importlib.util.spec_from_file_location("advised", samples.path(SAMPLES[code]))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    program = module.build()
    try:
        torch.compile(program["model"], backend="eager")(*program["inputs"])
        said = "\n".join(breaks)
    except torch._dynamo.exc.TorchRuntimeError as error:
        said = str(error)
    assert code.lower() in said
    breaks.clear()
    program = module.fixed()
    torch.compile(program["model"], backend="eager", fullgraph=True)(*program["inputs"])
    assert not breaks


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


@pytest.mark.parametrize(("file", "ours"), [("/x/site-packages/torch/optim/optimizer.py", False), ("/me/m.py", True)])
def test_a_break_that_an_optimizer_asks_for_is_not_the_users_to_remove(file: str, ours: bool) -> None:
    place = Place(file=file, line=79)
    finding = Finding(ref="r", kind="break", code="GB0025", severity="warning", title="t", place=place)
    (advice,) = advise(finding).advice
    assert ("remove the call" in advice) == ours
