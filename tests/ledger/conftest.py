"""Fixtures of the ledger's tests."""

from __future__ import annotations

import pytest

from explorer.exploration import Exploration
from tests import measured


@pytest.fixture
def trained() -> Exploration:
    """A training step of the MLP, measured."""
    return measured.trained()


@pytest.fixture
def broken() -> Exploration:
    """A program with two breaks, one of which sleeps."""
    return measured.broken()
