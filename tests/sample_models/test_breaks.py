"""Each recipe in sample_models/breaks/ breaks with the id it names, and ``fixed()`` does not: by plain torch alone."""

from __future__ import annotations

import contextlib
import inspect
import json
import logging
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo
import torch._logging

from tests.recipes import load, recipes

RECIPES = recipes("breaks")
REGISTRY = json.loads((Path(inspect.getfile(torch._dynamo)).parent / "graph_break_registry.json").read_text())
CAPTURED_BY_FULLGRAPH = ("GB0033", "GB0036", "GB0109", "GB0124", "GB0246")
"""fullgraph=True captures numbers and sizes that depend on data, so these are tried without it as well."""

LOGGERS = ("torch._dynamo.symbolic_convert.__graph_breaks", "torch._dynamo.convert_frame.__graph_breaks")


@dataclass
class Seen(logging.Handler):
    """The graphs handed to a backend, and what torch logs about each break."""

    graphs: int = 0
    records: list[str] = field(default_factory=list)
    outputs: Any = None

    def __post_init__(self) -> None:
        super().__init__()

    def __hash__(self) -> int:
        return id(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record.getMessage())

    def backend(self, graph: torch.fx.GraphModule, _inputs: object) -> Callable[..., Any]:
        self.graphs += 1
        return graph.forward

    @property
    def ids(self) -> set[str]:
        return {f"GB{number}" for record in self.records for number in re.findall(r"/gb(\d+)\.html", record)}


@pytest.fixture(scope="module", autouse=True)
def quiet() -> Iterator[None]:
    torch._logging.set_logs(graph_breaks=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
    torch._logging.set_logs()
    torch._dynamo.reset()


def compiled(program: dict[str, Any], **keywords: Any) -> Seen:
    torch._dynamo.reset()
    seen = Seen()
    for name in LOGGERS:
        logging.getLogger(name).addHandler(seen)
    try:
        seen.outputs = call(program, torch.compile(program["model"], backend=seen.backend, **keywords))
    finally:
        for name in LOGGERS:
            logging.getLogger(name).removeHandler(seen)
    return seen


def call(program: dict[str, Any], model: Any) -> Any:
    (context,) = program.get("contexts", [contextlib.nullcontext])
    with context():
        return model(*program["inputs"])


def test_there_are_forty_with_an_id_each() -> None:
    ids = [load(name).BREAKS for name in RECIPES]
    assert len(ids) >= 40 and len(set(ids)) == len(ids)


@pytest.mark.parametrize("name", RECIPES)
def test_build_breaks_so_and_fixed_does_not(name: str) -> None:
    recipe = load(name)
    before, after = compiled(recipe.build()), compiled(recipe.fixed(), fullgraph=True)
    # what a loop or a context makes of a break has an id of its own, beside that of the break
    assert before.ids == {recipe.BREAKS, getattr(recipe, "FIRST", recipe.BREAKS)}
    titles = {entry["Gb_type"] for entry in REGISTRY[recipe.BREAKS]}
    assert any(title in record for title in titles for record in before.records)
    assert not after.records and before.graphs > after.graphs == 1
    torch.testing.assert_close(after.outputs, before.outputs)
    eager = recipe.build()
    torch.testing.assert_close(before.outputs, call(eager, eager["model"]))
    if recipe.BREAKS in CAPTURED_BY_FULLGRAPH:
        assert not compiled(recipe.fixed()).records


@pytest.mark.parametrize("name", RECIPES)
def test_the_docstring_names_the_id_and_the_fix(name: str) -> None:
    text = load(name).__doc__ or ""
    assert load(name).BREAKS in text and "The report must show" in text and "``fixed()``" in text
