"""Each recipe in sample_models/recompiles/ recompiles as it says, and ``fixed()`` does not: by plain torch alone."""

from __future__ import annotations

import contextlib
import logging
import re
from collections.abc import Iterator
from typing import Any

import pytest
import torch
import torch._dynamo
import torch._logging

from explorer.advice.recompiles import RECOMPILES
from tests.recipes import load, recipes

NAMES = recipes("recompiles")
LOGGER = "torch._dynamo.guards.__recompiles"


@pytest.fixture(scope="module")
def said() -> Iterator[list[str]]:
    """What torch says about recompiles, one text for each."""
    texts: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            texts.append(record.getMessage())

    torch._logging.set_logs(recompiles=True)
    keep = Keep()
    logging.getLogger(LOGGER).addHandler(keep)
    yield texts
    logging.getLogger(LOGGER).removeHandler(keep)
    torch._logging.set_logs()
    torch._dynamo.reset()


def outputs(program: dict[str, Any], model: Any) -> list[Any]:
    made = []
    contexts = iter(program.get("contexts", ()))
    for args, keywords in [(program["inputs"], {}), *program.get("calls", ())]:
        with next(contexts, contextlib.nullcontext)():
            made.append(model(*args, **keywords))
    return made


def compiled(program: dict[str, Any], said: list[str]) -> tuple[list[Any], list[str]]:
    """The outputs of all calls, and the recompiles."""
    torch._dynamo.reset()
    said.clear()
    model = torch.compile(program["model"], backend="eager", **program.get("compile_kwargs", {}))
    return outputs(program, model), list(said)


def test_there_are_ten() -> None:
    assert len(NAMES) >= 10


@pytest.mark.parametrize("name", NAMES)
def test_build_recompiles_and_fixed_does_not(name: str, said: list[str]) -> None:
    recipe = load(name)
    before, reasons = compiled(recipe.build(), said)
    after, none = compiled(recipe.fixed(), said)
    assert len(reasons) == recipe.RECOMPILES and recipe.GUARD in "".join(reasons) and not none
    assert all(re.search(r"- \d+/\d+: ", reason) for reason in reasons)
    eager = recipe.build()
    torch.testing.assert_close(before, outputs(eager, eager["model"]))
    torch.testing.assert_close(after, before)


@pytest.mark.parametrize("name", NAMES)
def test_the_docstring_says_what_to_see_and_the_fix(name: str) -> None:
    recipe = load(name)
    assert "The report must show" in (recipe.__doc__ or "") and "``fixed()``" in (recipe.__doc__ or "")
    assert recipe.CODE in RECOMPILES
