"""Measured explorations that several tests share: each is made once a process."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator

import torch

import explorer
from explorer.exploration import Exploration
from explorer.measure import ledger, measurers
from sample_models import mlp, slow_break


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """On machines whose cores others use too, threads wait for each other far longer than they work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@contextlib.contextmanager
def only_the_ledger() -> Iterator[None]:
    """Nothing else is measured, so that the ledger has all of the time limit."""
    before = measurers.MEASURERS[:]
    measurers.MEASURERS[:] = [each for each in before if each.measure is ledger.measure]
    try:
        yield
    finally:
        measurers.MEASURERS[:] = before


@functools.cache
def trained() -> Exploration:
    """A training step of the MLP, measured."""
    made = mlp.build()
    with one_thread():
        x = explorer.explain(made["model"], train=True, measure=True, time_limit=4, probe=False)(*made["inputs"])
    assert x.exception is None
    return x


@functools.cache
def broken() -> Exploration:
    """A program with two breaks, one of which sleeps; its graphs run as Dynamo captured them."""
    made = slow_break.build()
    with one_thread(), torch.no_grad(), only_the_ledger():
        return explorer.explain(made["model"], backend="eager", measure=True, time_limit=2)(*made["inputs"])
